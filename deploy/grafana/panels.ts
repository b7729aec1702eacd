/** One panel: what it shows, in which unit, and its queries with the legend of their series. */
export interface Panel {
  readonly title: string
  readonly about: string
  readonly type: 'timeseries' | 'stat' | 'table' | 'bargauge'
  /** Of Grafana's units. */
  readonly unit: 'short' | 's' | 'ops' | 'percentunit' | 'bytes' | 'dateTimeFromNow'
  /** In columns of 24. */
  readonly width: number
  readonly queries: readonly (readonly [query: string, legend: string])[]
}

export interface Row {
  readonly title: string
  readonly panels: readonly Panel[]
}

const of =
  (type: Panel['type'], width: number, unit: Panel['unit']) => (title: string, about: string, ...queries: Panel['queries']): Panel => ({
    title,
    about,
    type,
    unit,
    width,
    queries,
  })
const stat = of('stat', 4, 'short')
const lines = of('timeseries', 8, 'short')
const seconds = of('timeseries', 8, 's')
const perSecond = of('timeseries', 8, 'ops')
const here = 'namespace=~"$namespace"'
const vertexLegend = '{{namespace}}/{{name}} {{vertex}}'
const quantile = (share: number, metric: string, by: string, matchers = ''): string =>
  `histogram_quantile(${share}, sum by (${by}, le) (rate(${metric}_bucket${matchers}[$__rate_interval])))`

/** The dashboard, row by row. `$namespace` is chosen by who looks. */
export const rows: readonly Row[] = [
  {
    title: 'Jobs',
    panels: [
      stat('Running', 'Jobs that Flink says are RUNNING.', [`sum(flink_operator_jobs{job_state="RUNNING",${here}}) or vector(0)`, '']),
      stat('Not running', 'Jobs in any other state that is no end.', [
        `sum(flink_operator_jobs{job_state!~"RUNNING|FINISHED|CANCELED",${here}}) or vector(0)`,
        '',
      ]),
      stat('Wait for a person', 'Resources with the condition Stalled.', [
        `sum(flink_operator_stalled_resources{${here}}) or vector(0)`,
        '',
      ]),
      stat('Being changed', 'Resources that are brought to what is asked for.', [
        `sum(flink_operator_reconciling_resources{${here}}) or vector(0)`,
        '',
      ]),
      stat('Failures, 24 h', 'How often jobs became FAILING or FAILED.', [
        `sum(increase(flink_operator_job_failures_total{${here}}[24h])) or vector(0)`,
        '',
      ]),
      stat('Snapshots failed, 24 h', 'Savepoints and checkpoints that failed.', [
        'sum(increase(flink_operator_events_total{reason=~"SavepointError|CheckpointError|SavepointFailed|SnapshotAbandoned"}[24h]))',
        '',
      ]),
      lines('Jobs by state', 'As Flink told it last.', [`sum by (job_state) (flink_operator_jobs{${here}})`, '{{job_state}}']),
      lines('Resources by lifecycle state', '', [
        `sum by (kind, lifecycle_state) (flink_operator_resources{${here}})`,
        '{{kind}} {{lifecycle_state}}',
      ]),
      lines('Snapshots by state', '', [`sum by (snapshot_type, state) (flink_operator_snapshots{${here}})`, '{{snapshot_type}} {{state}}']),
      of('table', 12, 'dateTimeFromNow')('Wait for a person, since', 'The longest first; kubectl describe says why.', [
        `1000 * min by (kind, namespace, name, reason) (flink_operator_stalled_since_timestamp_seconds{${here}})`,
        '',
      ]),
      of('table', 12, 'dateTimeFromNow')('Being changed, since', 'The longest first.', [
        `1000 * min by (kind, namespace, name, lifecycle_state) (flink_operator_reconciling_since_timestamp_seconds{${here}})`,
        '',
      ]),
      seconds('How long transitions take (95 %)', 'Upgrades, first deployments, roll-backs.', [
        'histogram_quantile(0.95, sum by (kind, transition, le) (increase(flink_operator_lifecycle_transition_seconds_bucket[1h])))',
        '{{kind}} {{transition}}',
      ]),
      lines('Flink versions', '', [`sum by (flink_version) (flink_operator_flink_versions{${here}})`, '{{flink_version}}']),
      of('timeseries', 4, 'short')('Cores asked for', '', [
        `sum by (namespace) (flink_operator_requested_cpu_cores{${here}})`,
        '{{namespace}}',
      ]),
      of('timeseries', 4, 'bytes')('Memory asked for', '', [
        `sum by (namespace) (flink_operator_requested_memory_bytes{${here}})`,
        '{{namespace}}',
      ]),
    ],
  },
  {
    title: 'Autoscaler',
    panels: [
      lines('Parallelism', 'Subtasks of each vertex of the jobs that are scaled.', [
        `max by (namespace, name, vertex) (flink_operator_autoscaler_vertex_parallelism{${here}})`,
        vertexLegend,
      ]),
      lines('Parallelism that is wanted', 'Also where a scaling is held back.', [
        `max by (namespace, name, vertex) (flink_operator_autoscaler_vertex_recommended_parallelism{${here}})`,
        vertexLegend,
      ]),
      of('timeseries', 8, 'percentunit')('Load', 'How busy each vertex is.', [
        `max by (namespace, name, vertex) (flink_operator_autoscaler_vertex_load_ratio{${here}})`,
        vertexLegend,
      ]),
      lines('Lag', 'Records that wait before the sources.', [
        `max by (namespace, name) (flink_operator_autoscaler_vertex_lag_records{${here}})`,
        '{{namespace}}/{{name}}',
      ]),
      lines('Scalings', 'Decisions for another parallelism, and rounds in which the autoscaler failed.', [
        `sum by (namespace) (increase(flink_operator_autoscaler_cycles_total{verdict="scaled",${here}}[$__rate_interval]))`,
        '{{namespace}}',
      ], [
        `sum by (namespace) (increase(flink_operator_autoscaler_errors_total{${here}}[$__rate_interval])) > 0`,
        '{{namespace}} errors',
      ]),
      lines('How cycles end', 'Why nothing is scaled: docs/autoscaler.md has the words.', [
        `sum by (verdict) (increase(flink_operator_autoscaler_cycles_total{${here}}[$__rate_interval])) > 0`,
        '{{verdict}}',
      ]),
    ],
  },
  {
    title: 'Operator',
    panels: [
      stat('Replicas', '', ['count(flink_operator_build_info)', '']),
      stat('Healthy', 'Replicas whose /healthz answers 200.', ['sum(flink_operator_healthy)', '']),
      of('table', 8, 'short')('Versions', '', ['count by (version, node_version) (flink_operator_build_info)', '']),
      of('table', 8, 'short')('Who leads', 'Leases by who holds them; empty without leader election.', [
        'max by (lease, holder) (flink_operator_leader_info)',
        '',
      ]),
      perSecond('Rounds', '', ['sum by (kind, result) (rate(flink_operator_rounds_total[$__rate_interval])) > 0', '{{kind}} {{result}}']),
      seconds('How long rounds take (95 %)', '', [quantile(0.95, 'flink_operator_round_seconds', 'kind'), '{{kind}}']),
      seconds('How long a due resource waits (95 %)', 'Saturation.', [
        quantile(0.95, 'flink_operator_queue_wait_seconds', 'kind'),
        '{{kind}}',
      ]),
      perSecond('Actions', 'In a quiet cluster there are none.', [
        'sum by (action, result) (rate(flink_operator_actions_total[$__rate_interval])) > 0',
        '{{action}} {{result}}',
      ]),
      perSecond('Events', 'Kubernetes events by reason.', [
        'sum by (reason) (rate(flink_operator_events_total[$__rate_interval])) > 0',
        '{{reason}}',
      ]),
      lines('In line', 'Resources that are due or worked on.', [
        'sum by (kind, state) (flink_operator_queue_depth{state!="known"})',
        '{{kind}} {{state}}',
      ]),
      seconds('Watches that may miss changes', '0 while they are open.', [
        'max by (watch) (flink_operator_watch_stale_seconds) > 0 or vector(0)',
        '{{watch}}',
      ]),
      of('timeseries', 8, 'bytes')('Memory', '', [
        'process_resident_memory_bytes and on (instance) flink_operator_build_info',
        '{{instance}}',
      ]),
      seconds('Event loop (99 %)', 'How late the process is with what it has to do.', [
        'nodejs_eventloop_lag_p99_seconds and on (instance) flink_operator_build_info',
        '{{instance}}',
      ]),
    ],
  },
  {
    title: 'Calls',
    panels: [
      perSecond('Kubernetes API', '', [
        'sum by (method, result) (rate(flink_operator_kubernetes_requests_total[$__rate_interval])) > 0',
        '{{method}} {{result}}',
      ]),
      seconds('Kubernetes API, how long (95 %)', '', [quantile(0.95, 'flink_operator_kubernetes_request_seconds', 'method'), '{{method}}']),
      of('timeseries', 8, 'percentunit')('Kubernetes API, errors', 'Without conflicts and what is not there.', [
        'sum(rate(flink_operator_kubernetes_requests_total{result!~"ok|Conflict|AlreadyExists|NotFound"}[$__rate_interval])) / sum(rate(flink_operator_kubernetes_requests_total[$__rate_interval]))',
        'errors',
      ]),
      perSecond('Flink REST', '', ['sum by (call) (rate(flink_operator_flink_requests_total[$__rate_interval])) > 0', '{{call}}']),
      seconds('Flink REST, how long (95 %)', '', [quantile(0.95, 'flink_operator_flink_request_seconds', 'call'), '{{call}}']),
      perSecond('Flink REST, without an answer', 'Of a job that starts or ends, some are ordinary.', [
        'sum by (call, result) (rate(flink_operator_flink_requests_total{result!="ok"}[$__rate_interval])) > 0 or vector(0)',
        '{{call}} {{result}}',
      ]),
    ],
  },
]
