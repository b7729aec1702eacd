import { metricsOfInner, metricsOfSource } from '@flink-operator/core/autoscaler'
import { absent, type Fact, known, type AggregatedMetric, type JobDetails, type VertexMetrics } from '@flink-operator/core/fact'
import type { FlinkQuery } from '@flink-operator/core/query'
import type { FlinkJob } from '../flink/job-manager-process.ts'
import type { PodObject, World } from '../world/world.ts'
import { arrivalAt } from './arrival-rate.ts'
import { boundsOf, busyShare, loadOf } from './job-run.ts'
import type { JobLoad, LoadVertex } from './autoscaled.ts'

type Details = Extract<FlinkQuery, { readonly _tag: 'GetJobDetails' }>
type Metrics = Extract<FlinkQuery, { readonly _tag: 'GetVertexMetrics' }>

const namesOf = ({ inputs, name, partitions }: LoadVertex, { broken }: JobLoad): readonly string[] => {
  if (inputs.length > 0) return metricsOfInner
  const source = `Source__${name}`
  const all = [
    'busyTimeMsPerSecond',
    'backPressuredTimeMsPerSecond',
    `${source}.numRecordsIn`,
    `${source}.numRecordsInPerSecond`,
    `${source}.KafkaSourceReader.KafkaConsumer.pendingRecords`,
    ...Array.from({ length: partitions ?? 0 }, (_, n) => `${source}.KafkaSourceReader.topic.in.partition.${n}.currentOffset`),
  ]
  return broken === 'Missing' ? all.filter(it => it !== `${source}.numRecordsIn`) : all
}

/** The id of the group that all vertices share unless a job says otherwise. */
const defaultGroup = '5'.padEnd(32, '0')

/** Flink's answer for a job without a load: nothing that could be scaled. */
const none: JobDetails = { runningSince: null, vertices: [], metricNames: {} }

export const jobDetails = (world: World, pod: PodObject, job: FlinkJob | undefined, { namesOf: asked }: Details): Fact<JobDetails> => {
  if (job === undefined) return absent(world.now)
  const load = loadOf(world, job)
  if (load === null) return known(none, world.now)
  const { run } = job
  const parallelism = (id: string): number => run?.parallelism[id] ?? boundsOf(world, pod, job)[id]?.upper ?? 1
  return known({
    runningSince: run?.since ?? null,
    vertices: load.vertices.map(({ id, inputs }) => ({
      id,
      parallelism: parallelism(id),
      maxParallelism: 128,
      slotSharingGroup: defaultGroup,
      isFinished: false,
      inputs,
      readRecords: inputs.length === 0 ? 0 : Math.round(run?.read[id] ?? 0),
      writeRecords: Math.round(run?.sent[id] ?? 0),
      accumulatedBusyTime: run?.busy[id] ?? 0,
      isComplete: load.broken !== 'Incomplete',
    })),
    metricNames: Object.fromEntries(load.vertices.filter(({ id }) => asked.includes(id)).map(it => [it.id, namesOf(it, load)])),
  }, world.now)
}

const alike = (id: string, value: number, sum: number): AggregatedMetric => ({ id, min: value, max: value, avg: value, sum })

const valuesOf = (world: World, load: JobLoad, job: FlinkJob, vertex: LoadVertex): readonly AggregatedMetric[] => {
  const { run } = job
  if (run === undefined) return []
  const { perSecond } = run
  const share = busyShare(load, run, vertex, perSecond)
  const width = run.parallelism[vertex.id] ?? 1
  const busy = load.broken === 'NaN' ? NaN : share * 1000
  const name = `Source__${vertex.name}`
  if (vertex.inputs.length > 0)
    return [alike('busyTimeMsPerSecond', busy, busy * width), alike('numRecordsInPerSecond', perSecond / width, perSecond)]
  // the vertex that causes the backpressure is busy all the time
  const isHeldBack = share < 1 && load.vertices.some(it => busyShare(load, run, it, perSecond) >= 1)
  const back = isHeldBack && arrivalAt(load, world.now) + load.lag > perSecond ? (1 - share) * 1000 : 0
  return [
    alike('busyTimeMsPerSecond', busy, busy * width),
    alike('backPressuredTimeMsPerSecond', back, back * width),
    alike(`${name}.numRecordsIn`, (run.read[vertex.id] ?? 0) / width, Math.round(run.read[vertex.id] ?? 0)),
    alike(`${name}.numRecordsInPerSecond`, perSecond / width, perSecond),
    alike(`${name}.KafkaSourceReader.KafkaConsumer.pendingRecords`, load.lag / width, Math.round(load.lag)),
  ]
}

export const vertexMetrics = (world: World, job: FlinkJob | undefined, { vertices }: Metrics): Fact<VertexMetrics> => {
  const load = job === undefined ? null : loadOf(world, job)
  // as for an unknown job (docs/flink-rest-traps.md, trap 10)
  if (job === undefined || load === null) return known({ values: {}, names: {}, jobManager: {}, taskManager: [] }, world.now)
  const asked = vertices.flatMap(({ id, get }) => {
    const vertex = load.vertices.find(it => it.id === id)
    const names = vertex === undefined ? [] : namesOf(vertex, load)
    const wanted = get ?? metricsOfSource(names)
    const values = vertex === undefined ? [] : valuesOf(world, load, job, vertex).filter(it =>
      wanted.includes(it.id) && names.includes(it.id)
    )
    return [{ id, values, names: get === null ? names : null }]
  })
  const slots = Math.max(1, ...Object.values(job.run?.parallelism ?? {}))
  return known({
    values: Object.fromEntries(asked.map(({ id, values }) => [id, values])),
    names: Object.fromEntries(asked.flatMap(({ id, names }) => (names === null ? [] : [[id, names] as const]))),
    jobManager: { taskSlotsTotal: slots, taskSlotsAvailable: 0 },
    taskManager: load.broken === 'None' ? [
      alike('Status.JVM.Memory.Heap.Max', 512e6, 512e6),
      alike('Status.JVM.Memory.Heap.Used', 200e6, 200e6),
      alike('Status.Flink.Memory.Managed.Used', 0, 0),
      alike('Status.JVM.Memory.Metaspace.Used', 80e6, 80e6),
    ] : [alike('Status.JVM.Memory.Heap.Max', 512e6, 512e6)],
  }, world.now)
}
