import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsRowLevelOperations;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** Tables in memory that MERGE can change, as those of Delta Lake and Iceberg, which are no part of Spark. */
public class MergeCatalog implements TableCatalog, SupportsNamespaces {
  private static final Map<String, Kept> TABLES = new ConcurrentHashMap<>();
  private String name;

  public void initialize(String name, CaseInsensitiveStringMap options) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  public Identifier[] listTables(String[] namespace) {
    return TABLES.keySet().stream()
        .map(text -> text.split("\\."))
        .map(parts -> Identifier.of(Arrays.copyOf(parts, parts.length - 1), parts[parts.length - 1]))
        .toArray(Identifier[]::new);
  }

  public Table loadTable(Identifier identifier) throws NoSuchTableException {
    Kept found = TABLES.get(identifier.toString());
    if (found == null) {
      throw new NoSuchTableException(identifier);
    }
    return found;
  }

  public Table createTable(
      Identifier identifier, Column[] columns, Transform[] partitions, Map<String, String> properties) {
    StructType schema = CatalogV2Util.v2ColumnsToStructType(columns);
    Kept made = new Kept(identifier.toString(), schema, new HashMap<>(properties));
    TABLES.put(identifier.toString(), made);
    return made;
  }

  public Table alterTable(Identifier identifier, TableChange... changes) throws NoSuchTableException {
    Kept before = (Kept) loadTable(identifier);
    var all = CollectionConverters.asScala(Arrays.asList(changes)).toSeq();
    StructType schema =
        CatalogV2Util.applySchemaChanges(before.schema, all, Option.empty(), "ALTER TABLE");
    Map<String, String> properties = CatalogV2Util.applyPropertiesChanges(before.properties, all);
    Kept after = new Kept(before.name, schema, properties);
    before.rows.forEach(row -> after.rows.add(converted(row, before.schema, schema)));
    TABLES.put(identifier.toString(), after);
    return after;
  }

  private static InternalRow converted(InternalRow row, StructType before, StructType after) {
    Object[] values = new Object[after.length()];
    for (int at = 0; at < values.length; at++) {
      StructField field = after.apply(at);
      if (Arrays.asList(before.fieldNames()).contains(field.name())) {
        values[at] = row.get(before.fieldIndex(field.name()), field.dataType());
      }
    }
    return new GenericInternalRow(values);
  }

  public boolean dropTable(Identifier identifier) {
    return TABLES.remove(identifier.toString()) != null;
  }

  public void renameTable(Identifier before, Identifier after) {
    throw new UnsupportedOperationException();
  }

  public String[][] listNamespaces() {
    return new String[][] {{"default"}};
  }

  public String[][] listNamespaces(String[] namespace) {
    return new String[0][];
  }

  public boolean namespaceExists(String[] namespace) {
    return true;
  }

  public Map<String, String> loadNamespaceMetadata(String[] namespace) {
    return Map.of();
  }

  public void createNamespace(String[] namespace, Map<String, String> metadata) {}

  public void alterNamespace(String[] namespace, NamespaceChange... changes) {}

  public boolean dropNamespace(String[] namespace, boolean cascade) {
    return true;
  }

  private record Kept(
      String name, StructType schema, Map<String, String> properties, List<InternalRow> rows)
      implements SupportsRead, SupportsWrite, SupportsRowLevelOperations {
    Kept(String name, StructType schema, Map<String, String> properties) {
      this(name, schema, properties, new ArrayList<>());
    }

    public Column[] columns() {
      return CatalogV2Util.structTypeToV2Columns(schema, true);
    }

    public Set<TableCapability> capabilities() {
      return Set.of(
          TableCapability.BATCH_READ, TableCapability.BATCH_WRITE, TableCapability.TRUNCATE);
    }

    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
      return () -> new Reading(name, schema);
    }

    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
      return new Replacing(this, false);
    }

    public RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
      return () ->
          new RowLevelOperation() {
            public Command command() {
              return info.command();
            }

            public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
              return Kept.this.newScanBuilder(options);
            }

            public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
              return new Replacing(Kept.this, true);
            }
          };
    }
  }

  private record Reading(String name, StructType schema)
      implements Scan, Batch, InputPartition, PartitionReaderFactory {
    public StructType readSchema() {
      return schema;
    }

    public Batch toBatch() {
      return this;
    }

    public InputPartition[] planInputPartitions() {
      return new InputPartition[] {this};
    }

    public PartitionReaderFactory createReaderFactory() {
      return this;
    }

    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      var rows = new ArrayList<>(TABLES.get(name).rows).iterator();
      return new PartitionReader<>() {
        private InternalRow row;

        public boolean next() {
          row = rows.hasNext() ? rows.next() : null;
          return row != null;
        }

        public InternalRow get() {
          return row;
        }

        public void close() {}
      };
    }
  }

  private record Replacing(Kept table, boolean all)
      implements WriteBuilder, SupportsTruncate, Write, BatchWrite {
    public WriteBuilder truncate() {
      return new Replacing(table, true);
    }

    public Write build() {
      return this;
    }

    public BatchWrite toBatch() {
      return this;
    }

    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
      return (DataWriterFactory & Serializable) (partition, task) -> new Writer();
    }

    public void commit(WriterCommitMessage[] messages) {
      if (all) {
        table.rows.clear();
      }
      for (WriterCommitMessage message : messages) {
        table.rows.addAll(((Written) message).rows);
      }
    }

    public void abort(WriterCommitMessage[] messages) {}
  }

  private record Written(ArrayList<InternalRow> rows) implements WriterCommitMessage {}

  private static class Writer implements DataWriter<InternalRow> {
    private final ArrayList<InternalRow> rows = new ArrayList<>();

    public void write(InternalRow row) {
      rows.add(row.copy());
    }

    public WriterCommitMessage commit() {
      return new Written(rows);
    }

    public void abort() {}

    public void close() {}
  }
}
