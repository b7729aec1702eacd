import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { JsonObject } from '@flink-operator/core'
import type { StateSnapshotView } from '@flink-operator/core/fact'
import { objectAt, textAt } from '../json-path.ts'
import { objectIdentity, type ViewError } from './object-identity.ts'

const triggerTypes = ['MANUAL', 'PERIODIC', 'UPGRADE'] as const
const states = ['TRIGGER_PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'ABANDONED'] as const

const oneOf = <A extends string, B>(values: readonly A[], text: string | null, otherwise: B): A | B =>
  values.find(value => value === text) ?? otherwise

/** A FlinkStateSnapshot. One that was never reconciled has no status: its trigger is pending. */
export const stateSnapshotView = (object: JsonObject): E.Either<ViewError, StateSnapshotView> =>
  pipe(
    objectIdentity(object),
    E.map(({ name, uid, creationTimestamp, deleting }) => ({
      name,
      uid,
      creationTimestamp,
      deleting,
      kind: objectAt(object, 'spec', 'checkpoint') === null ? 'savepoint' : 'checkpoint',
      triggerType: oneOf(triggerTypes, textAt(object, 'metadata', 'labels', 'snapshot.trigger-type'), 'UNKNOWN'),
      state: oneOf(states, textAt(object, 'status', 'state'), 'TRIGGER_PENDING'),
      path: textAt(object, 'status', 'path'),
    })),
  )

/** True for a snapshot of this job, by the reference in its spec including the kind (E-5). */
export const isSnapshotOf = (object: JsonObject, jobKind: string, jobName: string): boolean =>
  textAt(object, 'spec', 'jobReference', 'kind') === jobKind && textAt(object, 'spec', 'jobReference', 'name') === jobName
