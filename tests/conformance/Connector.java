import com.github.shyiko.mysql.binlog.BinaryLogFileReader;
import com.github.shyiko.mysql.binlog.event.DeleteRowsEventData;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.TransactionPayloadEventData;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.github.shyiko.mysql.binlog.event.XAPrepareEventData;
import com.github.shyiko.mysql.binlog.event.XidEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.ColumnType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer.CompatibilityMode;
import com.github.shyiko.mysql.binlog.event.deserialization.json.JsonBinary;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.SimpleDateFormat;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.Date;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/**
 * mysql-binlog-connector-java: java -cp JARS Connector.java LOG... prints row images and statements.
 *
 * <p>It reads as exactly as it can: bytes of texts, times in microseconds.
 */
public final class Connector {
    private static final String ZERO = "0000-00-00 00:00:00";
    private static final long MICROS = 1_000_000L;

    private final PrintStream out;
    private final Map<Long, TableMapEventData> tables = new HashMap<>();

    private Connector(PrintStream out) {
        this.out = out;
    }

    /** Prints the logs that the arguments name. */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        int status = 0;
        try {
            for (String log : arguments) {
                new Connector(out).read(new File(log));
            }
        } catch (IOException | RuntimeException error) {
            Throwable cause = error.getCause() == null ? error : error.getCause();
            System.err.println(cause);
            status = 1;
        }
        out.flush();
        System.exit(status);
    }

    private void read(File log) throws IOException {
        EventDeserializer deserializer = new EventDeserializer();
        deserializer.setCompatibilityMode(
                CompatibilityMode.DATE_AND_TIME_AS_LONG_MICRO,
                CompatibilityMode.INVALID_DATE_AND_TIME_AS_MIN_VALUE,
                CompatibilityMode.CHAR_AND_BINARY_AS_BYTE_ARRAY);
        try (BinaryLogFileReader reader = new BinaryLogFileReader(log, deserializer)) {
            for (Event event = reader.readEvent(); event != null; event = reader.readEvent()) {
                take(event.getData());
            }
        }
    }

    private void take(EventData data) throws IOException {
        if (data instanceof TableMapEventData table) {
            tables.put(table.getTableId(), table);
        } else if (data instanceof TransactionPayloadEventData payload) {
            for (Event event : payload.getUncompressedEvents()) {
                take(event.getData());
            }
        } else if (data instanceof WriteRowsEventData rows) {
            for (Serializable[] row : rows.getRows()) {
                image("insert", rows.getTableId(), rows.getIncludedColumns(), row);
            }
        } else if (data instanceof DeleteRowsEventData rows) {
            for (Serializable[] row : rows.getRows()) {
                image("delete", rows.getTableId(), rows.getIncludedColumns(), row);
            }
        } else if (data instanceof UpdateRowsEventData rows) {
            long id = rows.getTableId();
            for (Map.Entry<Serializable[], Serializable[]> row : rows.getRows()) {
                BitSet before = rows.getIncludedColumnsBeforeUpdate();
                image("update_preimage", id, before, row.getKey());
                image("update_postimage", id, rows.getIncludedColumns(), row.getValue());
            }
        } else if (data instanceof QueryEventData query) {
            statement(query.getDatabase(), query.getSql());
        } else if (data instanceof XidEventData) {
            statement("", "COMMIT");
        } else if (data instanceof XAPrepareEventData prepare) {
            statement("", prepare.isOnePhase() ? "COMMIT" : "XA PREPARE " + xidOf(prepare));
        }
    }

    private static String xidOf(XAPrepareEventData prepare) {
        byte[] name = prepare.getData();
        HexFormat hex = HexFormat.of();
        String gtrid = hex.formatHex(name, 0, prepare.getGtridLength());
        String bqual = hex.formatHex(name, prepare.getGtridLength(), name.length);
        return "X'" + gtrid + "',X'" + bqual + "'," + prepare.getFormatID();
    }

    private void statement(String database, String text) {
        print("statement", database, null, "{\"statement\": " + quoted(text) + "}");
    }

    private void print(String changeType, String database, String table, String data) {
        String name = table == null ? "null" : quoted(table);
        String place = "\"database\": " + quoted(database) + ", \"table\": " + name;
        out.println("{\"change_type\": \"" + changeType + "\", " + place + ", \"data\": " + data + "}");
    }

    private void image(String changeType, long id, BitSet included, Serializable[] row)
            throws IOException {
        TableMapEventData table = tables.get(id);
        List<String> names =
                table.getEventMetadata() == null ? null : table.getEventMetadata().getColumnNames();
        StringBuilder data = new StringBuilder("{");
        int column = -1;
        for (Serializable value : row) {
            column = included.nextSetBit(column + 1);
            String name = names == null ? "@" + (column + 1) : names.get(column);
            data.append(data.length() > 1 ? ", " : "").append(quoted(name)).append(": ");
            data.append(form(table, column, value));
        }
        print(changeType, table.getDatabase(), table.getTable(), data.append("}").toString());
    }

    private static String form(TableMapEventData table, int column, Serializable value)
            throws IOException {
        if (value == null) {
            return "null";
        }
        ColumnType type = ColumnType.byCode(table.getColumnTypes()[column] & 0xFF);
        switch (type) {
            case DATE:
                return quoted(moment((Long) value).substring(0, 10));
            case DATETIME, DATETIME_V2:
                return quoted(moment((Long) value));
            case TIMESTAMP, TIMESTAMP_V2:
                return quoted((Long) value == 0 ? ZERO : moment((Long) value));
            case TIME, TIME_V2:
                return quoted(time((Long) value));
            case BIT:
                long[] words = ((BitSet) value).toLongArray();
                return words.length == 0 ? "0" : Long.toUnsignedString(words[0]);
            case JSON:
                String document = JsonBinary.parseAsString((byte[]) value);
                return document.equals("null") ? "{\"json\": null}" : document;
            case GEOMETRY:
                return geometry((byte[]) value);
            case VECTOR:
                return vector((byte[]) value);
            default:
                return scalar(type, value);
        }
    }

    private static String scalar(ColumnType type, Serializable value) {
        if (value instanceof byte[] bytes) {
            return textOrBase64(bytes);
        }
        if (value instanceof BigDecimal decimal) {
            return quoted(decimal.toPlainString());
        }
        if (value instanceof Long number && type == ColumnType.STRING) {
            return Long.toUnsignedString(number); // a SET
        }
        return value instanceof Number ? value.toString() : quoted(value.toString());
    }

    private static String moment(long micros) {
        if (micros == Long.MIN_VALUE) {
            return ZERO;
        }
        // it counts days by Java's older calendar, which has leap days of its own before 1582
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        String text = format.format(new Date(Math.floorDiv(micros, MICROS) * 1000));
        return String.format("%s.%06d", text, Math.floorMod(micros, MICROS));
    }

    private static String time(long micros) {
        long size = Math.abs(micros);
        long seconds = size / MICROS;
        return String.format(
                "%s%02d:%02d:%02d.%06d",
                micros < 0 ? "-" : "",
                seconds / 3600,
                seconds / 60 % 60,
                seconds % 60,
                size % MICROS);
    }

    private static String vector(byte[] value) {
        FloatBuffer items = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
        float[] numbers = new float[items.remaining()];
        items.get(numbers);
        return Arrays.toString(numbers);
    }

    private static String geometry(byte[] value) {
        int srid = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getInt();
        byte[] wkb = Arrays.copyOfRange(value, 4, value.length);
        return "{\"srid\": " + srid + ", \"wkb\": \"" + base64(wkb) + "\"}";
    }

    private static String textOrBase64(byte[] value) {
        try {
            return quoted(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString());
        } catch (CharacterCodingException error) {
            return "{\"base64\": \"" + base64(value) + "\"}";
        }
    }

    private static String base64(byte[] value) {
        return Base64.getEncoder().encodeToString(value);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char character : text.toCharArray()) {
            if (character == '"' || character == '\\') {
                quoted.append('\\').append(character);
            } else if (character < ' ' || Character.isSurrogate(character)) {
                quoted.append(String.format("\\u%04x", (int) character));
            } else {
                quoted.append(character);
            }
        }
        return quoted.append('"').toString();
    }
}
