import type { Action } from '../action/action.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import type { Env } from '../env.ts'
import type { Facts } from '../fact/facts.ts'
import { secretsOfFacts, secretsOfResource } from '../redaction/resource-secrets.ts'
import { redactTexts } from '../redaction/redact.ts'
import type { Resource } from '../resource/resource.ts'
import type { Explanation } from './explanation.ts'
import type { Kind, KindRules } from './kind.ts'
import { errorWithoutSecrets, withoutSameWrite, withoutSecrets } from './without-secrets.ts'

/** One reconcile of one resource: the values that stay the same from its first query to its last effect. */
export interface Reconcile<Spec, Status, Desired, Observed> {
  readonly kind: KindRules<Spec, Status, Desired, Facts, Observed>
  readonly resource: Resource<Spec, Status>
  readonly desired: Desired
  /** The resource's secrets. No text that leaves the reconcile may contain one of them (P23). */
  readonly secrets: readonly string[]
  readonly env: Env
}

/** A decision with its inputs. */
export interface Decided<Status, Desired, Observed> {
  readonly facts: Facts
  readonly desired: Desired
  readonly observed: Observed
  readonly env: Env
  readonly actions: readonly Action<Status>[]
}

/** Begins a reconcile. It validates once, because the desired state depends neither on facts nor on time. */
export const reconcileOf = <Spec, Status, Desired, Observed>(
  kind: KindRules<Spec, Status, Desired, Facts, Observed>,
  resource: Resource<Spec, Status>,
  env: Env,
): Reconcile<Spec, Status, Desired, Observed> => {
  const secrets = secretsOfResource(resource, env)
  return { kind, resource, desired: kind.validate(resource, env, secrets), secrets, env }
}

/** All secrets that the texts of a decision on these facts could contain. */
export const secretsBy = ({ secrets }: { readonly secrets: readonly string[] }, facts: Facts, env: Env): readonly string[] => [
  ...secrets,
  ...secretsOfFacts(facts, env),
]

/**
 * Folds the facts into the status and decides. Only this function calls a kind's `observe` and `reconcile`. It removes secrets from the
 * decision's texts. `secretsOf`: for a caller that remembers what `secretsBy` found.
 */
export const decide = <Spec, Status, Desired, Observed>(
  of: Omit<Reconcile<Spec, Status, Desired, Observed>, 'kind'> & {
    readonly kind: Pick<KindRules<Spec, Status, Desired, Facts, Observed>, 'observe' | 'reconcile'>
  },
  facts: Facts,
  env: Env = of.env,
  secretsOf: typeof secretsBy = secretsBy,
): Decided<Status, Desired, Observed> => {
  const { kind, resource: { meta, status }, desired } = of
  const observed = kind.observe(desired, { meta, status }, facts, env)
  const decided = kind.reconcile(desired, observed, env)
  const actions = withoutSecrets(decided, secretsOf(of, facts, env), status)
  return { facts, desired, observed, env, actions: withoutSameWrite(decided, actions, status) }
}

/** The kind's reaction to a failed effect of its decision. The kind gets the error without secrets, and its own texts lose theirs here. */
export const decideAfterFailure = <Spec, Status, Desired, Observed>(
  of: Omit<Reconcile<Spec, Status, Desired, Observed>, 'kind'> & {
    readonly kind: Pick<KindRules<Spec, Status, Desired, Facts, Observed>, 'onFailure'>
  },
  { observed, facts }: Pick<Decided<Status, Desired, Observed>, 'observed' | 'facts'>,
  done: readonly Action<Status>[],
  failed: Action<Status>,
  error: AdapterError,
  env: Env = of.env,
): readonly Action<Status>[] => {
  const secrets = secretsBy(of, facts, env)
  const actions = of.kind.onFailure(of.desired, observed, done, failed, errorWithoutSecrets(error, secrets), env)
  return withoutSecrets(actions, secrets, of.resource.status)
}

/** The kind's answer to `explain` about a decision, with secrets removed as from actions. */
export const explainDecided = <Spec, Status, Desired, Observed>(
  { explain }: Pick<Kind<Spec, Status, Desired, Facts, Observed>, 'explain'>,
  of: { readonly secrets: readonly string[] },
  { desired, observed, facts, env }: Pick<Decided<Status, Desired, Observed>, 'desired' | 'observed' | 'facts' | 'env'>,
): Explanation => redactTexts(explain(desired, observed, env), secretsBy(of, facts, env))
