import { duration, text } from '../flink/configuration/option.ts'
import { systemOption } from './operator-option.ts'

/** Settings of Lyft's operator that concern FlinkApplications (lyft-flinkapplication.md, section 2.4). */
export const flinkApplicationOptions = {
  flinkApplicationIngressUrlFormat: systemOption({
    key: 'flink-application.ingress-url-format',
    type: text,
    default: '',
    doc:
      "Host of the ingress of a FlinkApplication; `{{$jobCluster}}` stands for its name, with the colour in BlueGreen mode. Empty: no ingress. `ingressUrlFormat` of Lyft's operator.",
  }),
  flinkApplicationContainerNameFormat: systemOption({
    key: 'flink-application.container-name-format',
    type: text,
    default: '',
    doc:
      "Name of the containers of a FlinkApplication; `%s` stands for jobmanager and taskmanager. Part of the spec hash: a new value redeploys every application. `containerNameFormat` of Lyft's operator.",
  }),
  flinkApplicationSchedulerName: systemOption({
    key: 'flink-application.scheduler-name',
    type: text,
    default: '',
    doc:
      "Scheduler of the pods of a FlinkApplication. Part of the spec hash: a new value redeploys every application. `schedulerName` of Lyft's operator.",
  }),
  flinkApplicationBackoffBase: systemOption({
    key: 'flink-application.backoff.base',
    type: duration,
    default: 100,
    doc: "First delay after an error of a FlinkApplication; it doubles with each further one. `baseBackoffDuration` of Lyft's operator.",
  }),
  flinkApplicationBackoffMaximum: systemOption({
    key: 'flink-application.backoff.maximum',
    type: duration,
    default: 30_000,
    doc: "Longest delay after an error of a FlinkApplication. `maxBackoffDuration` of Lyft's operator.",
  }),
  flinkApplicationErrorTimeout: systemOption({
    key: 'flink-application.error.timeout',
    type: duration,
    default: 300_000,
    doc:
      "The operator gives up a step of an update of a FlinkApplication that makes no progress for this time. `maxErrDuration` of Lyft's operator.",
  }),
  flinkApplicationJobVertexTimeout: systemOption({
    key: 'flink-application.job-vertex.timeout',
    type: duration,
    default: 180_000,
    doc:
      "A submitted job of a FlinkApplication counts as failed if not all of its vertices run after this time. `flinkJobVertexTimeout` of Lyft's operator.",
  }),
} as const
