import { flatten } from '../../src/flink-configuration/flatten.ts'
import type { FlinkDeploymentDesired } from '../../src/application/deployment-desired.ts'
import { operatorOptions } from '../../src/operator-options/operator-options.ts'
import { optionTable } from '../../src/operator-options/option-table.ts'
import { resourceOptions } from '../../src/operator-options/resource-options.ts'
import type { FlinkDeploymentResource } from '../world/world.ts'
import { checkerConfiguration } from './checker-env.ts'
import { horizonsOfOptions, type NotToldApart, type OptionsInForce } from './horizons-of-options.ts'
import type { AnyKind, Operator } from './operator.ts'
import type { SmallWorld } from './small-world.ts'
import type { Story } from './story.ts'
import { givenDeadlines, type TimeScale } from './time-scales.ts'
import { checkerTick } from './tick.ts'
import { verify } from './verify.ts'

/** What is explored together: the options in force, and worlds that look as far as `reach`. */
export interface Pass extends TimeScale {
  readonly env: Operator['env']
  readonly options: OptionsInForce
  readonly desired: FlinkDeploymentDesired
}

/**
 * The options as they are in force for the spec, with the deadlines of the worlds for those that none of its worlds would see the end of.
 */
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
 * The report of one pass. Where a longer time is not looked as far as, what waits for it seems to be stuck (P06): that is judged by the
 * last pass alone.
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
    leavesWaysOut: true,
  })
  const isTold = ({ property }: Story): boolean => isLast || property !== 'P06'
  return {
    pass,
    stuck: report.violations.filter(it => !isTold(it)).length,
    violations: report.violations.filter(isTold),
    worlds: report.worlds.map(it => ({
      ...it,
      violations: report.violations.filter(story => story.world === it.name && isTold(story)).length,
    })),
  }
}

type Explored = ReturnType<typeof explored>

export const cutOff = ({ pass: { tick, reach }, worlds, stuck }: Explored): readonly NotToldApart[] => {
  const open = worlds.filter(({ closed, violations }) => !closed && violations === 0).length
  const what = `times up to ${String(reach / 1000)} s, in steps of ${String(tick / 1000)} s`
  return [
    ...(open === 0 ? [] : [{ what, millis: reach, why: `worlds with more states than the limit: ${String(open)}` }]),
    ...(stuck === 0 ? []
      : [{
        what,
        millis: reach,
        why: `whether anything gets stuck (P06) is judged in the longest steps alone; worlds that arrive nowhere without a longer time: ${
          String(stuck)
        }`,
      }]),
  ]
}

/** The operator's own pause between looks is left as the worlds have it: a look may come at any moment anyway. */
export const otherInterval = (given: Readonly<Record<string, string>>): readonly NotToldApart[] => {
  const { key, aliases } = optionTable.reconcileInterval
  const millis = operatorOptions(given).options.reconcileInterval
  return [key, ...aliases].every(it => given[it] === undefined) ? []
    : [{ what: key, millis, why: 'the operator looks after 5 s, or a longer step, and at any moment in between' }]
}
