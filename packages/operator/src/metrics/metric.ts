import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** The values of a label: a closed list, or the description of values that depend on existing objects. */
export type LabelValues = readonly string[] | { readonly of: string }

/** One metric, as `/metrics` and docs/metrics.md describe it. */
export interface Metric<Label extends string = string> {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: Readonly<Record<Label, LabelValues>>
  /** Upper bounds of a histogram's buckets, in seconds. */
  readonly buckets: readonly number[]
  /** The combinations that can occur, if not every combination of the closed lists can. */
  readonly series: readonly Readonly<Record<Label, string>>[] | null
}

type Described<Label extends string> = Pick<Metric<Label>, 'name' | 'help' | 'labels'>

export const counter = <Label extends string>(metric: Described<Label>): Metric<Label> => ({
  ...metric,
  type: 'counter',
  buckets: [],
  series: null,
})

export const gauge = <Label extends string>(metric: Described<Label>): Metric<Label> => ({
  ...metric,
  type: 'gauge',
  buckets: [],
  series: null,
})

export const histogram = <Label extends string>(
  metric: Described<Label> & Pick<Metric<Label>, 'buckets'> & Partial<Pick<Metric<Label>, 'series'>>,
): Metric<Label> => ({ series: null, ...metric, type: 'histogram' })

type Series<Label extends string> = Readonly<Record<Label, string>>

const isClosed = (values: LabelValues): values is readonly string[] => Array.isArray(values)

/** Every combination of the closed lists; empty if a label has no closed list. */
export const closedSeries = <Label extends string>({ labels, series }: Metric<Label>): readonly Series<Label>[] => {
  if (series !== null) return series
  const lists = Object.entries<LabelValues>(labels)
  return lists.reduce<readonly Readonly<Record<string, string>>[]>(
    (all, [label, values]) => (isClosed(values) ? all.flatMap(one => values.map(value => ({ ...one, [label]: value }))) : []),
    [{}],
  )
}

/** Makes metrics from their descriptions. Without a registry (an option turned them off) they are counted but not served. */
export interface Making {
  readonly counter: <Label extends string>(metric: Metric<Label>) => Counter<Label>
  readonly histogram: <Label extends string>(metric: Metric<Label>) => Histogram<Label>
  /** `collect` sets all series again at each scrape. */
  readonly gauge: <Label extends string>(
    metric: Metric<Label>,
    collect: (set: (labels: Series<Label>, value: number) => void) => void,
  ) => void
}

const labelNames = <Label extends string>({ labels }: Metric<Label>): Label[] => Object.keys(labels) as Label[]

/** Series with known labels exist from the start: a rate needs a first value (0), and an absent series triggers no alert. */
export const making = (registry: Registry | null): Making => {
  const registers = registry === null ? [] : [registry]
  return {
    counter: metric => {
      const made = new Counter({ name: metric.name, help: metric.help, labelNames: labelNames(metric), registers })
      for (const series of closedSeries(metric)) made.inc(series, 0)
      return made
    },
    histogram: metric => {
      const { name, help } = metric
      const made = new Histogram({ name, help, labelNames: labelNames(metric), buckets: [...metric.buckets], registers })
      for (const series of closedSeries(metric)) made.zero(series)
      return made
    },
    gauge: (metric, collect) => {
      new Gauge({
        name: metric.name,
        help: metric.help,
        labelNames: labelNames(metric),
        registers,
        collect() {
          this.reset()
          collect((labels, value) => this.set(labels, value))
        },
      })
    },
  }
}
