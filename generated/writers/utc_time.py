# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class UtcTime(ReadWriteKaitaiStruct):
    """A time as text, for viewers. It has no bytes of its own. The days of the
    calendar count from March on, so that a leap day is the last one of its year.
    
    .. seealso::
       Source - https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap04.html
    """
    def __init__(self, seconds, _io=None, _parent=None, _root=None):
        super(UtcTime, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.seconds = seconds

    def _read(self):
        pass
        self._dirty = False


    def _fetch_instances(self):
        pass


    def _write__seq(self, io=None):
        super(UtcTime, self)._write__seq(io)


    def _check(self):
        self._dirty = False

    @property
    def day(self):
        """Day of the month, 1 to 31."""
        if hasattr(self, '_m_day'):
            return self._m_day

        self._m_day = (self.day_of_year - (153 * self.month_of_year + 2) // 5) + 1
        return getattr(self, '_m_day', None)

    def _invalidate_day(self):
        del self._m_day
    @property
    def day_of_era(self):
        """Days since the first of March in the year 1600, in a cycle of 400 years.
        """
        if hasattr(self, '_m_day_of_era'):
            return self._m_day_of_era

        self._m_day_of_era = (self.days + 135080) % 146097
        return getattr(self, '_m_day_of_era', None)

    def _invalidate_day_of_era(self):
        del self._m_day_of_era
    @property
    def day_of_year(self):
        """Days since the first of March."""
        if hasattr(self, '_m_day_of_year'):
            return self._m_day_of_year

        self._m_day_of_year = self.day_of_era - ((365 * self.year_of_era + self.year_of_era // 4) - self.year_of_era // 100)
        return getattr(self, '_m_day_of_year', None)

    def _invalidate_day_of_year(self):
        del self._m_day_of_year
    @property
    def days(self):
        """Days since 1970."""
        if hasattr(self, '_m_days'):
            return self._m_days

        self._m_days = (self.seconds // 86400)
        return getattr(self, '_m_days', None)

    def _invalidate_days(self):
        del self._m_days
    @property
    def month(self):
        """Month, 1 to 12."""
        if hasattr(self, '_m_month'):
            return self._m_month

        self._m_month = (self.month_of_year + 3 if self.month_of_year < 10 else self.month_of_year - 9)
        return getattr(self, '_m_month', None)

    def _invalidate_month(self):
        del self._m_month
    @property
    def month_of_year(self):
        """Months since March."""
        if hasattr(self, '_m_month_of_year'):
            return self._m_month_of_year

        self._m_month_of_year = (5 * self.day_of_year + 2) // 153
        return getattr(self, '_m_month_of_year', None)

    def _invalidate_month_of_year(self):
        del self._m_month_of_year
    @property
    def second_of_day(self):
        """Second of the day."""
        if hasattr(self, '_m_second_of_day'):
            return self._m_second_of_day

        self._m_second_of_day = (self.seconds - self.days * 86400)
        return getattr(self, '_m_second_of_day', None)

    def _invalidate_second_of_day(self):
        del self._m_second_of_day
    @property
    def text(self):
        """Date and time, UTC."""
        if hasattr(self, '_m_text'):
            return self._m_text

        self._m_text = (((((((((str(self.year) + u"-") + str(100 + self.month)[1:3]) + u"-") + str(100 + self.day)[1:3]) + u" ") + str(100 + self.second_of_day // 3600)[1:3]) + u":") + str(100 + (self.second_of_day // 60) % 60)[1:3]) + u":") + str(100 + self.second_of_day % 60)[1:3]
        return getattr(self, '_m_text', None)

    def _invalidate_text(self):
        del self._m_text
    @property
    def year(self):
        """Year."""
        if hasattr(self, '_m_year'):
            return self._m_year

        self._m_year = ((1600 + ((self.days + 135080) // 146097) * 400) + self.year_of_era) + (1 if self.month <= 2 else 0)
        return getattr(self, '_m_year', None)

    def _invalidate_year(self):
        del self._m_year
    @property
    def year_of_era(self):
        """Years since March 1600, in a cycle of 400 years."""
        if hasattr(self, '_m_year_of_era'):
            return self._m_year_of_era

        self._m_year_of_era = (((self.day_of_era - self.day_of_era // 1460) + self.day_of_era // 36524) - self.day_of_era // 146096) // 365
        return getattr(self, '_m_year_of_era', None)

    def _invalidate_year_of_era(self):
        del self._m_year_of_era

