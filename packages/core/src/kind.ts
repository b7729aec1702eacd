import type { Either } from 'fp-ts/lib/Either.js'
import type { Action } from './action/action.ts'
import type { AdapterError } from './action/adapter-error.ts'
import type { Env } from './env.ts'
import type { ResourceMeta } from './resource/resource-meta.ts'

/** A resource that can't be managed, and why: path, what was found, what is allowed. */
export interface DecodeError {
  readonly path: string
  readonly found: string
  readonly expected: string
}

/** The resource as the API server has it, decoded. */
export interface Resource<Spec, Status> {
  readonly meta: ResourceMeta
  readonly spec: Spec
  readonly status: Status
}

/** One thing that is wrong (`Error`: the spec is not followed) or doubtful (`Advice`: shown by `plan`). */
export interface Finding {
  readonly severity: 'Error' | 'Advice'
  /** Dotted path of the field. */
  readonly field: string
  readonly message: string
}

/** The status as it was read. A round never writes over one that it has not seen. */
export interface Recorded<Status> {
  readonly meta: ResourceMeta
  readonly status: Status
}

/**
 * What one kind of custom resource brings: a record of functions, no class hierarchy. All of them are total.
 * `Desired` and `Observed` are the kind's own shapes of design.md, section 2.
 */
export interface Kind<Spec, Status, Desired, Facts, Observed> {
  decode(json: unknown): Either<DecodeError, Resource<Spec, Status>>
  validate(resource: Resource<Spec, Status>, env: Env): Desired
  observe(desired: Desired, recorded: Recorded<Status>, facts: Facts, env: Env): Observed
  reconcile(desired: Desired, observed: Observed, env: Env): readonly Action[]
  onFailure(
    desired: Desired, observed: Observed, done: readonly Action[], failed: Action, error: AdapterError, env: Env,
  ): readonly Action[]
}
