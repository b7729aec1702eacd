import { configured, ofJob, spec } from '../checker/edits.ts'
import type { Edit } from '../checker/move.ts'
import type { JobLoad } from './autoscaled.ts'
import { type StateTampering, stateOf } from './disturbances.ts'

/** Another load, or other metrics, from any moment on. */
const load = (name: string, change: Partial<JobLoad>, job = 'app'): Edit => ({
  name,
  event: () => ({ _tag: 'ChangeLoad', job, change, name }),
})

/** That many records arrive per second. */
export const arrive = (perSecond: number, job = 'app'): Edit =>
  load(`${perSecond} records per second`, { arrivals: [{ from: 0, perSecond }] }, job)
export const metricsVanish = load('metrics vanish', { broken: 'Missing' })
export const metricsAreNaN = load('busy time is NaN', { broken: 'NaN' })
export const metricsIncomplete = load('metrics are incomplete', { broken: 'Incomplete' })
export const metricsReturn = load('metrics return', { broken: 'None' })

/** Waits until the autoscaler has stored data. */
export const tamperWith = (name: StateTampering, restarts: number, job = 'app'): Edit => ({
  name: `state ${name}`,
  restarts,
  event: world => (stateOf(world, job) === null ? null : { _tag: 'TamperState', job, name }),
})

const restarting = (edit: Edit, restarts = 1): Edit => ({ ...edit, restarts })

export const off = restarting(spec('autoscaler off', configured({ 'job.autoscaler.enabled': 'false' })))
export const on = spec('autoscaler on', configured({ 'job.autoscaler.enabled': 'true' }))
export const limited = spec('largest parallelism', configured({ 'job.autoscaler.vertex.max-parallelism': '2' }))
export const excluded = spec('excluded period', configured({ 'job.autoscaler.excluded.periods': '00:00-23:59' }))
export const reset = restarting(spec('reset', ofJob({ autoscalerResetNonce: 1 })))
export const upgraded = restarting(spec('image', it => ({ ...it, image: 'flink:1.20.1' })))
export const restarted = spec('restart', it => ({ ...it, restartNonce: 1 }))
export const suspended = spec('suspend', ofJob({ state: 'suspended' }))
export const resumed = restarting(spec('resume', ofJob({ state: 'running' })))
