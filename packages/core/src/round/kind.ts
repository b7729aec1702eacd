import type { Either } from 'fp-ts/lib/Either.js'
import type { Action } from '../action/action.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import type { Env } from '../env.ts'
import type { DecodeError } from '../resource/finding.ts'
import type { Recorded, Resource } from '../resource/resource.ts'

/**
 * What one kind of custom resource brings: a record of functions, no class hierarchy. All of them are total.
 * `Desired` and `Observed` are the kind's own shapes of design.md, section 2.
 */
export interface Kind<Spec, Status, Desired, Facts, Observed> {
  /** Fails only where it can't be told which resource this is, or where its status could not be written back. */
  decode(json: unknown): Either<DecodeError, Resource<Spec, Status>>
  validate(resource: Resource<Spec, Status>, env: Env): Desired
  observe(desired: Desired, recorded: Recorded<Status>, facts: Facts, env: Env): Observed
  reconcile(desired: Desired, observed: Observed, env: Env): readonly Action<Status>[]
  onFailure(
    desired: Desired,
    observed: Observed,
    done: readonly Action<Status>[],
    failed: Action<Status>,
    error: AdapterError,
    env: Env,
  ): readonly Action<Status>[]
}
