import type { LabelValues, Metric } from '../../packages/operator/src/metrics/metric.ts'
import { metricGroups, webhookGroup } from '../../packages/operator/src/metrics/metric-table.ts'
import { prometheusName, type ReferenceName, referenceNames } from '../../packages/operator/src/metrics/reference-names.ts'
import { code, page, table, type Page } from './markdown.ts'

const intro = [
  "Prometheus reads `/metrics` on port 8085 (`--port`, `kubernetes.operator.health.probe.port`). What to do when one of them is wrong: [alerts](alerts.md). The metrics of Flink itself come from Flink's own reporters.",
  '',
  "- Names are the usual ones of Prometheus: a counter ends with `_total`, times are in seconds, moments in Unix time. The reference operator's names are [below](#coming-from-the-apache-operator).",
  '- Every counter and histogram whose labels are closed lists is there from the start, with 0. What is counted by namespace begins with the first resource of the namespace.',
  '- Labels come from closed lists, but for the namespaces of existing resources. Two gauges name single resources that wait or change, and those of the autoscaler the jobs that it scales: each at most 100 of them, those for which it is so the longest. What came and went leaves no series (P24).',
  "- The label `namespace` is the resource's. Scrape with `honorLabels: true` (`honor_labels` in Prometheus' own configuration): else the namespace of the operator's pod takes its place, and the resource's is `exported_namespace`.",
  '- With several replicas each tells of the resources that it looks after: add up, or take the `max`. A follower of leader election looks after none.',
].join('\n')

const valuesText = (values: LabelValues): string => (Array.isArray(values) ? (values as readonly string[]) : []).map(code).join(', ')

/** Long lists are told once, in the code. */
const labelText = ([label, values]: readonly [string, LabelValues]): string =>
  Array.isArray(values) ? values.length > 6 ? code(label) : `${code(label)}: ${valuesText(values)}`
    : `${code(label)}: ${(values as { readonly of: string }).of}`

const row = ({ name, type, labels, help }: Metric): readonly string[] => [
  code(name),
  type,
  Object.entries<LabelValues>(labels).map(labelText).join('; '),
  help,
]

const referenceRow = (of: ReferenceName): readonly string[] => [
  code(prometheusName(of)),
  of.query === null ? 'none' : code(of.query),
  of.isRecorded ? 'yes' : '',
  of.note,
]

export const metricsPage = (): Page =>
  page(
    'docs/metrics.md',
    'Metrics',
    intro,
    ...[...metricGroups, webhookGroup].flatMap(({ title, option, metrics }) =>
      [
        `## ${title}`,
        option === null ? ''
          : option.includes('code.groups') ? `Only with ${code(`${option}: true`)}.` : `${code(`${option}: false`)} turns them off.`,
        table(['metric', 'type', 'labels', 'what'], metrics.map(row)),
      ].filter(text => text !== '')
    ),
    '## Node',
    `${code('process_*')} and ${code('nodejs_*')}: CPU, memory, open files, garbage collection, event loop. ${
      code('kubernetes.operator.jvm.metrics.enabled: false')
    } turns them off.`,
    '## Coming from the Apache operator',
    'Its metrics in the order of its documentation. For dashboards and alerts that exist, [deploy/prometheus/reference-names.yaml](../deploy/prometheus/reference-names.yaml) has recording rules that make the gauges and counters of this table under its names, with its labels `resourcens` and `resourcetype`.',
    table(['there', 'here', 'recorded', 'note'], referenceNames.map(referenceRow)),
  )
