import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.BinaryLogFileReader;
import com.github.shyiko.mysql.binlog.event.DeleteRowsEventData;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.TransactionPayloadEventData;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * mysql-binlog-connector-java, warm: reads logs several times and times the last.
 *
 * <p>java -cp JARS Connector.java LOG... prints how many row images and statements there are, and
 * the seconds they take, also of CPU in all threads. A log of a server is
 * mysql://USER@HOST:PORT/LOG, and those behind it are read, too.
 */
public final class Connector {
    private static final int TURNS = 5;

    private Connector() {}

    /** Reads the logs that the arguments name. */
    public static void main(String[] arguments) throws IOException {
        long rows = 0;
        double seconds = 0;
        double cpu = 0;
        Logger.getLogger(BinaryLogClient.class.getName()).setLevel(Level.WARNING);
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        for (int turn = 0; turn < TURNS; turn++) {
            long start = System.nanoTime();
            long cpuStart = system.getProcessCpuTime();
            rows = 0;
            for (String log : arguments) {
                boolean isServed = log.startsWith("mysql://");
                rows += isServed ? rowsFrom(URI.create(log)) : rowsOf(new File(log));
            }
            seconds = (System.nanoTime() - start) / 1e9;
            cpu = (system.getProcessCpuTime() - cpuStart) / 1e9;
        }
        String told = "{\"rows\": %d, \"seconds\": %.6f, \"cpu\": %.6f}%n";
        System.out.printf(told, rows, seconds, cpu);
    }

    private static long rowsFrom(URI server) throws IOException {
        AtomicLong rows = new AtomicLong();
        BinaryLogClient client =
                new BinaryLogClient(server.getHost(), server.getPort(), server.getUserInfo(), "");
        client.setServerId(4712);
        client.setBinlogFilename(server.getPath().substring(1));
        client.setBinlogPosition(4);
        client.setBlocking(false);
        client.setKeepAlive(false);
        client.registerEventListener(event -> rows.addAndGet(rowsIn(event.getData())));
        client.connect(); // until the server has sent all
        return rows.get();
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
