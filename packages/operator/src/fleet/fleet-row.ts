import type { EpochMillis, JsonObject } from '@flink-operator/core'
import type { Explanation } from '@flink-operator/core/explain'
import { redactTexts } from '@flink-operator/core/redaction'
import { type KindName, kindOf } from '@flink-operator/kinds'
import type { JobLoad } from '@flink-operator/flink-rest-adapter'
import { isAtRest } from '../metrics/kind-states.ts'
import { type JobFigures, jobFigures, recordedFigures } from '../top/job-figures.ts'
import type { ResourceKey } from '../port/cluster-port.ts'
import { attended, type Attended, type Attention, isPaused } from './attention.ts'

/** What Flink answered about one job of a resource. */
export interface ReadLoad {
  /** The cluster of a FlinkApplication; null: the kind has a single one. */
  readonly version: string | null
  readonly jobState: string | null
  /** Null: Flink did not answer. */
  readonly load: JobLoad | null
}

export interface FleetJob extends JobFigures {
  readonly version: string | null
}

/** One resource on the fleet page. */
export interface FleetRow extends ResourceKey {
  readonly kind: KindName
  readonly attention: Attention
  /** The lifecycle state, or what the kind has in its place. */
  readonly state: string
  /** The state is that of before the pause, and stays. */
  readonly isPaused: boolean
  readonly since: EpochMillis | null
  /** What the resource waits for; '': for nothing. */
  readonly waitsFor: string
  /** Who ends the wait, and by what ('': the conditions do not say it); null: it waits for nothing. */
  readonly unblockedBy: Explanation['unblockedBy'] | null
  /** One; two while a FlinkApplication has two clusters. */
  readonly jobs: readonly FleetJob[]
  /** When Flink was asked for the numbers of the jobs; null: it was not, and they are as the status has them. */
  readonly askedAt: EpochMillis | null
}

export interface RowInputs {
  readonly kind: KindName
  readonly key: ResourceKey
  readonly json: JsonObject
  /** Null: Flink was not asked. */
  readonly asked: { readonly at: EpochMillis; readonly loads: readonly ReadLoad[] } | null
  /** Why the resource can't be read; null: it can. */
  readonly unreadable: string | null
  /** Called only for a row that waits for something. */
  readonly beside: () => Beside
}

/** What is known of a resource beside itself. */
export interface Beside {
  /** Of the operator's last round; null: this process had none of this version of the resource. */
  readonly explanation: Pick<Explanation, 'waitingFor' | 'unblockedBy'> | null
  /** What no text may repeat (P23). */
  readonly secrets: readonly string[]
}

/** Texts of a row are cut: the whole is in the details. */
const longestText = 240

/** A character of two units is not halved. */
const short = (text: string): string =>
  text.length <= longestText ? text : `${text.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`

/** States of a status are words; any other text may be anybody's. */
const word = (text: string | null): string | null => (text === null ? null : /^[A-Za-z_]{1,64}$/.test(text) ? text : 'Other')

const waits: Readonly<Record<Attention, Explanation['unblockedBy'] | null>> = {
  Person: { who: 'person', what: '' },
  Failing: { who: 'cluster', what: '' },
  InProgress: { who: 'operator', what: '' },
  Paused: { who: 'person', what: '' },
  Steady: null,
}

const jobsOf = ({ json, asked }: Pick<RowInputs, 'json' | 'asked'>, jobState: string | null): readonly FleetJob[] => {
  const recorded = recordedFigures(json)
  const loads = asked === null || asked.loads.length === 0 ? [{ version: null, jobState, load: null }] : asked.loads
  return loads.map(it => {
    const { flinkVersion, ...figures } = jobFigures(recorded, it.jobState, it.load)
    return { ...figures, version: it.version, job: word(figures.job), flinkVersion: flinkVersion?.slice(0, 32) ?? null }
  })
}

const edit: Explanation['unblockedBy'] = { who: 'person', what: 'an edit that makes the resource readable' }

/** Who ends the wait. Texts are redacted before they are cut: a part of a secret would not be recognised. */
const waitOf = ({ attention, message }: Attended, { unreadable, beside }: RowInputs): Pick<FleetRow, 'waitsFor' | 'unblockedBy'> => {
  if (attention === 'Steady') return { waitsFor: '', unblockedBy: null }
  const { explanation, secrets } = beside()
  const unblockedBy = unreadable !== null ? edit : explanation?.unblockedBy ?? waits[attention]
  const texts = redactTexts({
    waitsFor: unreadable ?? (message === '' ? explanation?.waitingFor ?? '' : message),
    what: unblockedBy?.what ?? '',
  }, secrets)
  return { waitsFor: short(texts.waitsFor), unblockedBy: unblockedBy === null ? null : { who: unblockedBy.who, what: short(texts.what) } }
}

/** The row of a resource, from what the watches and the operator's last round know. Asks nobody. */
export const fleetRow = (of: RowInputs): FleetRow => {
  const { kind, key: { namespace, name }, json, asked, unreadable } = of
  const status = json['status'] ?? null
  const { lifecycleState, jobState } = kindOf(kind).states.of(status)
  const seen = attended(status, { lifecycleState, jobState, isAtRest: lifecycleState !== null && isAtRest(lifecycleState) })
  const attention = unreadable === null ? seen.attention : 'Person'
  return {
    kind,
    namespace,
    name,
    attention,
    state: word(lifecycleState) ?? 'CREATED',
    isPaused: isPaused(status),
    since: seen.since,
    ...waitOf({ ...seen, attention }, of),
    jobs: jobsOf({ json, asked }, jobState),
    askedAt: asked?.at ?? null,
  }
}
