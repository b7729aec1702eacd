import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A job whose load is set from outside. Records wait in partitions, as in Kafka, and the source tells how many
 * ({@code pendingRecords}). The vertex after it needs {@code --delay} milliseconds for a record, and keeps how many it has
 * seen: the accumulators {@code seen} and {@code restored} mean what they mean in the job that counts.
 *
 * <p>The file {@code --load} says how many records arrive, one change a line: the milliseconds since 1970, and the records
 * per second from then on. So what has arrived is known at any time, whatever the job does.
 */
public class LoadJob {
    private static final int PARTITIONS = 12;

    public static void main(String[] args) throws Exception {
        Map<String, String> o = new HashMap<>();
        for (int i = 0; i + 1 < args.length; i += 2) o.put(args[i].substring(2), args[i + 1]);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSource(new Arrivals(o.get("load")), WatermarkStrategy.noWatermarks(), "arrivals")
                .uid("arrivals")
                .rebalance()
                .map(new Work(Long.parseLong(o.getOrDefault("delay", "20"))))
                .returns(byte[].class)
                .name("work")
                .uid("work")
                .filter((FilterFunction<byte[]>) n -> false)
                .name("drop")
                .uid("drop")
                .print()
                .name("sink")
                .uid("sink");
        env.execute(o.getOrDefault("name", "load-job"));
    }

    static class Work extends RichMapFunction<byte[], byte[]> implements CheckpointedFunction {
        private final long delay;
        private transient ListState<Long> state;
        private transient LongCounter seenAccumulator;
        private transient long seen;

        Work(long delay) {
            this.delay = delay;
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("seen", Types.LONG));
            for (Long n : state.get()) seen += n;
            LongCounter restored = new LongCounter();
            restored.add(seen);
            getRuntimeContext().addAccumulator("restored", restored);
            seenAccumulator = new LongCounter();
            seenAccumulator.add(seen);
            getRuntimeContext().addAccumulator("seen", seenAccumulator);
        }

        @Override
        public byte[] map(byte[] record) throws Exception {
            Thread.sleep(delay);
            seen++;
            seenAccumulator.add(1);
            return record;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            state.clear();
            state.add(seen);
        }
    }

    /** A partition, and how many of its records were read. */
    static class Partition implements SourceSplit, Serializable {
        final int index;
        long read;

        Partition(int index, long read) {
            this.index = index;
            this.read = read;
        }

        @Override
        public String splitId() {
            return String.valueOf(index);
        }
    }

    static class Arrivals implements Source<byte[], Partition, Boolean>, ResultTypeQueryable<byte[]> {
        private final String load;

        Arrivals(String load) {
            this.load = load;
        }

        @Override
        public Boundedness getBoundedness() {
            return Boundedness.CONTINUOUS_UNBOUNDED;
        }

        @Override
        public TypeInformation<byte[]> getProducedType() {
            return TypeInformation.of(byte[].class);
        }

        @Override
        public SplitEnumerator<Partition, Boolean> createEnumerator(SplitEnumeratorContext<Partition> context) {
            return new Assigner(context, false);
        }

        @Override
        public SplitEnumerator<Partition, Boolean> restoreEnumerator(
                SplitEnumeratorContext<Partition> context, Boolean assigned) {
            return new Assigner(context, assigned);
        }

        @Override
        public SourceReader<byte[], Partition> createReader(SourceReaderContext context) {
            return new Reader(context, Paths.get(load));
        }

        @Override
        public SimpleVersionedSerializer<Partition> getSplitSerializer() {
            return new Numbers<>(it -> new long[] {it.index, it.read}, it -> new Partition((int) it[0], it[1]));
        }

        @Override
        public SimpleVersionedSerializer<Boolean> getEnumeratorCheckpointSerializer() {
            return new Numbers<>(it -> new long[] {it ? 1 : 0}, it -> it[0] == 1);
        }
    }

    /** Gives the partitions to the readers once all of them are there; later the readers keep them in their state. */
    static class Assigner implements SplitEnumerator<Partition, Boolean> {
        private final SplitEnumeratorContext<Partition> context;
        private final Map<Integer, List<Partition>> returned = new HashMap<>();
        private boolean assigned;

        Assigner(SplitEnumeratorContext<Partition> context, boolean assigned) {
            this.context = context;
            this.assigned = assigned;
        }

        @Override
        public void addReader(int subtask) {
            List<Partition> own = returned.remove(subtask);
            if (own != null) own.forEach(it -> context.assignSplit(it, subtask));
            if (assigned || context.registeredReaders().size() < context.currentParallelism()) return;
            assigned = true;
            for (int i = 0; i < PARTITIONS; i++)
                context.assignSplit(new Partition(i, 0), i % context.currentParallelism());
        }

        @Override
        public void addSplitsBack(List<Partition> splits, int subtask) {
            returned.computeIfAbsent(subtask, it -> new ArrayList<>()).addAll(splits);
        }

        @Override
        public Boolean snapshotState(long checkpoint) {
            return assigned;
        }

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void close() {}
    }

    static class Reader implements SourceReader<byte[], Partition> {
        private static final byte[] RECORD = new byte[1_000];
        private final SourceReaderContext context;
        private final Path load;
        private final List<Partition> partitions = new ArrayList<>();
        private long[][] changes = {};
        private long lookedAt;
        private int next;

        Reader(SourceReaderContext context, Path load) {
            this.context = context;
            this.load = load;
        }

        @Override
        public void start() {
            context.metricGroup().setPendingRecordsGauge(this::waiting);
        }

        private synchronized long waiting() {
            long arrived = arrivedInEach();
            return partitions.stream().mapToLong(it -> Math.max(0, arrived - it.read)).sum();
        }

        private long arrivedInEach() {
            long now = System.currentTimeMillis();
            if (now - lookedAt > 250) {
                lookedAt = now;
                try {
                    changes = Files.readAllLines(load).stream()
                            .map(line -> Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray())
                            .toArray(long[][]::new);
                } catch (IOException e) {
                    // not there yet: nothing new has arrived
                }
            }
            double arrived = 0;
            for (int i = 0; i < changes.length; i++) {
                long until = i + 1 < changes.length ? changes[i + 1][0] : now;
                arrived += Math.max(0, until - changes[i][0]) / 1_000.0 * changes[i][1];
            }
            return (long) (arrived / PARTITIONS);
        }

        @Override
        public synchronized InputStatus pollNext(ReaderOutput<byte[]> output) {
            long arrived = arrivedInEach();
            for (int i = 0; i < partitions.size(); i++) {
                Partition partition = partitions.get(next++ % partitions.size());
                if (partition.read >= arrived) continue;
                partition.read++;
                context.metricGroup().getIOMetricGroup().getNumRecordsInCounter().inc();
                output.collect(RECORD);
                return InputStatus.MORE_AVAILABLE;
            }
            return InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return CompletableFuture.runAsync(
                    () -> {}, CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS));
        }

        @Override
        public synchronized List<Partition> snapshotState(long checkpoint) {
            List<Partition> copies = new ArrayList<>();
            partitions.forEach(it -> copies.add(new Partition(it.index, it.read)));
            return copies;
        }

        @Override
        public synchronized void addSplits(List<Partition> splits) {
            partitions.addAll(splits);
        }

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }

    interface Read<A, B> extends Serializable {
        B of(A a);
    }

    static class Numbers<A> implements SimpleVersionedSerializer<A>, Serializable {
        private final Read<A, long[]> numbers;
        private final Read<long[], A> back;

        Numbers(Read<A, long[]> numbers, Read<long[], A> back) {
            this.numbers = numbers;
            this.back = back;
        }

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(A value) {
            long[] all = numbers.of(value);
            ByteBuffer buffer = ByteBuffer.allocate(all.length * Long.BYTES);
            Arrays.stream(all).forEach(buffer::putLong);
            return buffer.array();
        }

        @Override
        public A deserialize(int version, byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            long[] all = new long[bytes.length / Long.BYTES];
            Arrays.setAll(all, i -> buffer.getLong());
            return back.of(all);
        }
    }
}
