import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { LastState } from './last-state.ts'
import type { Operation } from './operation.ts'
import type { ResourceMeta } from './resource.ts'

/**
 * Annotation on the objects of one deploy, whichever attempt created them. ConfigMaps and Services start nothing, so the next attempt of
 * the same deploy uses them (docs/adr/0029).
 */
export const deployAnnotation = 'flinkdeployment.flink.apache.org/deploy'

/**
 * Binds a start's source to the attempt that it was recorded for. A status with an older source that was put back lacks the mark of this
 * attempt.
 */
export const sourceMarkOf = (attemptId: string, source: LastState): string => {
  const of = source._tag === 'Path' ? source.path : source._tag === 'InHighAvailability' ? source.jobId : ''
  return bytesToHex(sha256(utf8ToBytes(`${attemptId}/${source._tag}/${of}`)).slice(0, 16))
}

/**
 * Annotation on the resource: the newest attempt whose job Flink listed. It stands outside of the status, so that a status from an
 * earlier time, which somebody put back whole, does not look like the present one (docs/adr/0046).
 */
export const startedAnnotation = 'flinkdeployment.flink.apache.org/started'

/** An attempt whose job Flink listed. */
export interface StartedMark {
  /** The number of attempts begun until then: at least its own. */
  readonly attempt: number
  /** The id of its operation. */
  readonly id: string
}

/** The annotation's value. It names the uid, since annotations are copied to other resources. */
export const startedValue = (uid: string, { attempt, id }: StartedMark): string => `${uid}/${String(attempt)}/${id}`

/** The mark of this resource. Null: none was written for it, or somebody changed it to a value that is none. */
export const startedMark = ({ uid, annotations }: Pick<ResourceMeta, 'uid' | 'annotations'>): StartedMark | null => {
  const [of, attempt = '', id = '', ...more] = (annotations[startedAnnotation] ?? '').split('/')
  return of === uid && /^[1-9]\d{0,8}$/u.test(attempt) && /^[0-9a-f]{32}$/u.test(id) && more.length === 0
    ? { attempt: Number(attempt), id } : null
}

/** True if the resource is marked with the attempt of this operation: its job ran. */
export const isMarkedStarted = (meta: Pick<ResourceMeta, 'uid' | 'annotations'>, { id }: Pick<Operation, 'id'>): boolean =>
  startedMark(meta)?.id === id

/** The annotation with the mark, if there is one: it stays, whichever document a user applies. */
export const markIn = <Value>({ [startedAnnotation]: mark }: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  mark === undefined ? {} : { [startedAnnotation]: mark }

/**
 * Annotation on every object of one deploy attempt (design.md, section 3). It is never in a pod template: otherwise each attempt would have
 * a different template.
 */
export const attemptAnnotation = 'flinkdeployment.flink.apache.org/attempt'
