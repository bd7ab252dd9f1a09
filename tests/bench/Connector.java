import com.github.shyiko.mysql.binlog.BinaryLogFileReader;
import com.github.shyiko.mysql.binlog.event.DeleteRowsEventData;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.TransactionPayloadEventData;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import java.io.File;
import java.io.IOException;

/**
 * mysql-binlog-connector-java, warm: reads logs several times and times the last.
 *
 * <p>java -cp JARS Connector.java LOG... prints how many row images and statements there are, and
 * the seconds they take.
 */
public final class Connector {
    private static final int TURNS = 5;

    private Connector() {}

    /** Reads the logs that the arguments name. */
    public static void main(String[] arguments) throws IOException {
        long rows = 0;
        double seconds = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            long start = System.nanoTime();
            rows = 0;
            for (String log : arguments) {
                rows += rowsOf(new File(log));
            }
            seconds = (System.nanoTime() - start) / 1e9;
        }
        System.out.printf("{\"rows\": %d, \"seconds\": %.6f}%n", rows, seconds);
    }

    private static long rowsOf(File log) throws IOException {
        long rows = 0;
        try (BinaryLogFileReader reader = new BinaryLogFileReader(log)) {
            for (Event event = reader.readEvent(); event != null; event = reader.readEvent()) {
                rows += rowsIn(event.getData());
            }
        }
        return rows;
    }

    private static long rowsIn(EventData data) {
        if (data instanceof WriteRowsEventData) {
            return ((WriteRowsEventData) data).getRows().size();
        }
        if (data instanceof DeleteRowsEventData) {
            return ((DeleteRowsEventData) data).getRows().size();
        }
        if (data instanceof UpdateRowsEventData) {
            return 2L * ((UpdateRowsEventData) data).getRows().size();
        }
        if (data instanceof TransactionPayloadEventData) {
            long rows = 0;
            for (Event event : ((TransactionPayloadEventData) data).getUncompressedEvents()) {
                rows += rowsIn(event.getData());
            }
            return rows;
        }
        return data instanceof QueryEventData ? 1 : 0;
    }
}
