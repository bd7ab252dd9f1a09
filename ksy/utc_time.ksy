meta:
  id: utc_time
  title: "Time of seconds since 1970"
  license: Apache-2.0
  ks-version: "0.11"
doc: |
  A time as text, for viewers. It has no bytes of its own. The days of the
  calendar count from March on, so that a leap day is the last one of its year.
doc-ref: https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap04.html
-webide-representation: "{text}"
params:
  - id: seconds
    type: s8
    doc: Seconds since 1970, UTC.
instances:
  days:
    value: (seconds / 86400).as<s4>
    doc: Days since 1970.
    -webide-parse-mode: lazy
  second_of_day:
    value: (seconds - days.as<s8> * 86400).as<s4>
    doc: Second of the day.
    -webide-parse-mode: lazy
  day_of_era:
    value: (days + 135080) % 146097
    doc: |
      Days since the first of March in the year 1600, in a cycle of 400 years.
    -webide-parse-mode: lazy
  year_of_era:
    value: |
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365
    doc: Years since March 1600, in a cycle of 400 years.
    -webide-parse-mode: lazy
  day_of_year:
    value: |
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100)
    doc: Days since the first of March.
    -webide-parse-mode: lazy
  month_of_year:
    value: (5 * day_of_year + 2) / 153
    doc: Months since March.
    -webide-parse-mode: lazy
  day:
    value: day_of_year - (153 * month_of_year + 2) / 5 + 1
    doc: Day of the month, 1 to 31.
    -webide-parse-mode: lazy
  month:
    value: 'month_of_year < 10 ? month_of_year + 3 : month_of_year - 9'
    doc: Month, 1 to 12.
    -webide-parse-mode: lazy
  year:
    value: |
      1600 + (days + 135080) / 146097 * 400 + year_of_era + (month <= 2 ? 1 : 0)
    doc: Year.
    -webide-parse-mode: lazy
  text:
    value: |
      year.to_s + "-" +
      (100 + month).to_s.substring(1, 3) + "-" +
      (100 + day).to_s.substring(1, 3) + " " +
      (100 + second_of_day / 3600).to_s.substring(1, 3) + ":" +
      (100 + second_of_day / 60 % 60).to_s.substring(1, 3) + ":" +
      (100 + second_of_day % 60).to_s.substring(1, 3)
    doc: Date and time, UTC.
