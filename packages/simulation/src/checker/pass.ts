import { flattenConfiguration as flatten } from '@flink-operator/core/flink-configuration'
import type { FlinkDeploymentDesired } from '@flink-operator/core/kind/flink-deployment'
import { operatorOptions, optionTable, resourceOptions } from '@flink-operator/core/operator-options'
import type { FlinkDeploymentResource } from '../world/world.ts'
import { checkerConfiguration } from './checker-env.ts'
import { horizonsOfOptions, type Indistinguishable, type OptionsInForce } from './horizons-of-options.ts'
import type { AnyKind, Operator } from './operator.ts'
import type { SmallWorld } from './small-world.ts'
import type { Story } from './story.ts'
import { givenDeadlines, type TimeScale } from './time-scales.ts'
import { checkerTick } from './tick.ts'
import { verify } from './verify.ts'

/** Options in force, and the worlds that look as far as `reach`: explored together. */
export interface Pass extends TimeScale {
  readonly env: Operator['env']
  readonly options: OptionsInForce
  readonly desired: FlinkDeploymentDesired
}

/** The options in force for the spec. A deadline that would not end within any of its worlds has the worlds' value instead. */
export const passOf = (
  kind: AnyKind,
  resource: FlinkDeploymentResource,
  given: Readonly<Record<string, string>>,
  scale: TimeScale,
): Pass => {
  const configuration = { ...given, ...checkerConfiguration, ...givenDeadlines(given, scale.reach) }
  const env = {
    options: operatorOptions(configuration).options,
    flinkDefaults: { configuration, logConfiguration: {} },
    hasSnapshotController: false,
  }
  const desired = kind.validate(resource, { ...env, now: 0, consecutiveFailures: 0 }) as FlinkDeploymentDesired
  const own = desired.wanted?.options ?? resourceOptions({ ...configuration, ...flatten(resource.spec.flinkConfiguration) }).options
  return { ...scale, env, desired, options: { ...own, ...env.options } }
}

const inSteps = (world: SmallWorld, { tick, reach, options }: Pass): SmallWorld => {
  const horizons = horizonsOfOptions(options, reach)
  const looksFurther = Object.keys(horizons).length === 0 ? world : { ...world, horizons }
  return tick === checkerTick ? looksFurther : { ...looksFurther, tick, name: `${world.name}/in-steps-of-${String(tick / 1000)}-s` }
}

/**
 * The report of one pass. A pass that does not reach a longer time sees what waits for it as stuck (P06), so only the last pass judges
 * P06.
 */
export const explored = (
  pass: Pass,
  isLast: boolean,
  { kind, limit }: { readonly kind: AnyKind; readonly limit: number },
  worlds: readonly SmallWorld[],
) => {
  const report = verify({
    kinds: { FlinkDeployment: kind },
    env: pass.env,
    worlds: worlds.map(it => inSteps(it, pass)),
    limit,
    stopAtFirst: true,
    leavesRemediations: true,
  })
  const isReported = ({ property }: Story): boolean => isLast || property !== 'P06'
  return {
    pass,
    stuck: report.violations.filter(it => !isReported(it)).length,
    violations: report.violations.filter(isReported),
    worlds: report.worlds.map(it => ({
      ...it,
      violations: report.violations.filter(story => story.world === it.name && isReported(story)).length,
    })),
  }
}

type Explored = ReturnType<typeof explored>

export const cutOff = ({ pass: { tick, reach }, worlds, stuck }: Explored): readonly Indistinguishable[] => {
  const open = worlds.filter(({ closed, violations }) => !closed && violations === 0).length
  const what = `times up to ${String(reach / 1000)} s, in steps of ${String(tick / 1000)} s`
  return [
    ...(open === 0 ? [] : [{ what, millis: reach, why: `worlds with more states than the limit: ${String(open)}` }]),
    ...(stuck === 0 ? []
      : [{
        what,
        millis: reach,
        why:
          `only the pass with the longest steps judges whether a resource gets stuck (P06); worlds that do not finish without a longer time: ${
            String(stuck)
          }`,
      }]),
  ]
}

/** The user's pause between reconciliations is not modelled: a round may start at any moment anyway. */
export const otherInterval = (given: Readonly<Record<string, string>>): readonly Indistinguishable[] => {
  const { key, aliases } = optionTable.reconcileInterval
  const millis = operatorOptions(given).options.reconcileInterval
  return [key, ...aliases].every(it => given[it] === undefined) ? []
    : [{ what: key, millis, why: 'in the worlds the operator reconciles after 5 s, or a longer step, and at any moment in between' }]
}
