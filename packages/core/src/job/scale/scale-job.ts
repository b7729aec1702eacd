import { act, type Decision } from '../../contract/round/decision.ts'
import type { JobHost } from '../job-host.ts'
import type { JobTypes, LifecycleSituation, RoundOf } from '../job-situation.ts'
import { withRequestedScaling } from './requested-scaling.ts'
import { settled } from '../settled.ts'
import { jobEvent, specChanged } from '../report/job-events.ts'

/**
 * Rescales the running job. What is asked for is recorded before it is sent. The new spec is recorded only when the job is observed
 * as scaled, so a lost response or a rejection leaves the edit pending. A rescale in progress counts as done: the operator does not wait
 * for slots (B101).
 */
export const scaleJob = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  { answer, wanted, deployed, reason }: Extract<LifecycleSituation<Job>, { readonly _tag: 'ScaleDue' }>,
): Decision<Job['status']> => {
  const { desired, observed: { status }, env } = round
  const requested = () => withRequestedScaling(status, host.scaling.inputs(round), wanted, env.now)
  const { namespace } = desired.meta
  const announce = specChanged(round)
  const reported = [...announce, jobEvent.scaling]
  switch (answer._tag) {
    case 'Wait':
      return { ...settled(host.settling, round), after: env.options.observerProgressCheckInterval, waitingFor: answer.waitingFor, reason }
    case 'Done':
      return act(host.recordRunning(round, wanted, deployed.reconciled.job.upgradeMode), reason, { events: announce })
    case 'ScaleVertices':
      return act(requested(), reason, {
        effects: [{
          _tag: 'UpdateResourceRequirements',
          endpoint: deployed.endpoint,
          jobId: status.jobStatus.jobId ?? '',
          bounds: answer.bounds,
        }],
        events: reported,
      })
    case 'ScaleTaskManagers':
      return act(requested(), reason, {
        events: reported,
        effects: [{
          _tag: 'PatchObject',
          target: { apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: answer.name, uid: answer.uid },
          patch: { metadata: { resourceVersion: answer.resourceVersion }, spec: { replicas: answer.replicas } },
          why: 'the job rescales to the TaskManagers that are available',
        }],
      })
  }
}
