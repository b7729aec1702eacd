import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { benchEnv, steadyFacts, steadyResource } from './steady-resource.ts'

/**
 * How many decisions a second one core makes for a job that runs as it is to: fold what was seen, decide. The resource is prepared once, as
 * in a round.
 */
export const steadyDecisions = (): Record<string, unknown> => {
  const now = 1_767_300_000_000
  const env = benchEnv(now)
  const decoded = flinkDeploymentKind.decode(steadyResource('app'))
  if (decoded._tag === 'Left') throw new Error(JSON.stringify(decoded.left))
  const desired = flinkDeploymentKind.validate(decoded.right, env)
  const recorded = { meta: decoded.right.meta, status: decoded.right.status }
  const facts = steadyFacts('app', now)
  const first = flinkDeploymentKind.reconcile(desired, flinkDeploymentKind.observe(desired, recorded, facts, env), env)
  const settled = first.length === 2 && first[0]?._tag === 'PersistStatus'
    ? { ...recorded, status: first[0].status } : recorded
  const round = (): number => flinkDeploymentKind.reconcile(desired, flinkDeploymentKind.observe(desired, settled, facts, env), env).length
  if (round() !== 1) throw new Error('the steady resource is not steady: something would be done')
  for (let i = 0; i < 20_000; i++) round()
  const perSecond: number[] = []
  for (let run = 0; run < 5; run++) {
    const began = performance.now()
    for (let i = 0; i < 50_000; i++) round()
    perSecond.push(Math.round(50_000 / ((performance.now() - began) / 1000)))
  }
  perSecond.sort((a, b) => a - b)
  return { perSecond: perSecond[2], lowest: perSecond[0], highest: perSecond[4] }
}
