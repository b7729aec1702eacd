import { describe, expect, test } from 'vitest'
import { aDeployment, attemptId, flinkConfigMap, podTemplateMap, restService, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aDeploy, runningStatus } from '../../../fixtures/deployment-status.ts'
import { name, namespace, type SpecChange, t0, uid } from '../../../fixtures/flink-deployment-resource.ts'
import {
  decided,
  effectsOf,
  eventsOf,
  type Given,
  lookedAndDecided,
  queriesOf,
  requeueOf,
  situationOf,
  written,
} from '../../../fixtures/round.ts'
import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import { appliedDigestOf } from '../../manifest/applied-digest.ts'
import { renderManifest } from '../../manifest/render-manifest.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { IngressView } from '../../contract/fact/object-view.ts'

const withTemplate = (template: string | null, more: SpecChange = {}): SpecChange => ({
  ...more,
  rest: { ...(template === null ? {} : { ingress: { template } }), ...more.rest },
})

const seen = (appliedDigest: string | null, ownerUids: readonly string[] = [uid]) =>
  known<IngressView>({ name, uid: 'uid-ingress', ownerUids, appliedDigest }, t0)

const steady = (spec: SpecChange, more: Given = {}): Given => ({ spec, status: runningStatus({ recorded: { spec } }), ...more })
const edited = (before: SpecChange, after: SpecChange, more: Given = {}): Given => ({
  spec: after,
  metadata: { generation: 2 },
  status: runningStatus({ recorded: { spec: before } }),
  ...more,
})
const world = (ingress: FlinkDeploymentFacts['ingress']): FlinkDeploymentFacts =>
  runningCluster(t0, ingress === undefined ? {} : { ingress })

const digestIn = (actions: readonly FlinkDeploymentAction[]): string | null => {
  const apply = actions.find(action => action._tag === 'ApplyObject')
  const rendered = apply === undefined ? null : renderManifest(apply.manifest)
  return rendered?._tag === 'Right' ? appliedDigestOf(rendered.right) : null
}

const ours = withTemplate('{{name}}.x.org')
const wantedDigest = digestIn(lookedAndDecided(steady(ours), world(absent(t0))))

describe('M-D14 E-51 the ingress of a running deployment is looked after without a deploy', () => {
  test('no ingress in the spec: it is not even looked for', () => {
    expect(queriesOf(decided({ ...steady({}), facts: runningCluster() }))).toEqual([])
  })

  test.each(
    [
      ['missing: applied', absent<IngressView>(t0), ['ApplyObject Ingress']],
      ['another digest (an edit, an operator before): applied', seen('other'), ['ApplyObject Ingress']],
      ['no digest (the reference operator made it): applied once', seen(null), ['ApplyObject Ingress']],
      ['P14 not seen: nothing', unknown<IngressView>('Timeout', 'late', t0), []],
      ['of another owner: left alone', seen(null, ['somebody']), []],
    ] as const,
  )('%s', (_title, ingress, want) => {
    expect(effectsOf(lookedAndDecided(steady(ours), world(ingress)))).toEqual(want)
  })

  test('B100 the same ingress twice: no write of any kind the second time', () => {
    expect(wantedDigest).toMatch(/^[0-9a-f]{64}$/)
    const first = lookedAndDecided(steady(ours), world(seen(wantedDigest)))
    expect(effectsOf(first)).toEqual([])
    const settledStatus = written(first) ?? runningStatus({ recorded: { spec: ours } })
    expect(lookedAndDecided(steady(ours, { status: settledStatus }), world(seen(wantedDigest))).map(({ _tag }) => _tag)).toEqual([
      'Requeue',
    ])
  })

  test('ingress.manage off: neither looked for nor touched', () => {
    expect(
      queriesOf(decided({ ...steady(ours, { operator: { 'kubernetes.operator.ingress.manage': 'false' } }), facts: runningCluster() })),
    ).toEqual([])
  })
})

describe('C-D03 E-51 an edit of the ingress alone needs no restart', () => {
  test.each(
    [
      ['added', withTemplate(null), ours, absent<IngressView>(t0), ['ApplyObject Ingress']],
      ['changed', withTemplate('old.org'), ours, seen('old'), ['ApplyObject Ingress']],
      ['taken away', ours, withTemplate(null), seen('old'), ['DeleteObject Ingress app']],
    ] as const,
  )('%s: one write, and the edit is not recorded before it is seen', (_title, before, after, ingress, want) => {
    const actions = lookedAndDecided(edited(before, after), world(ingress))
    expect(effectsOf(actions)).toEqual(want)
    expect(written(actions)?.observedGeneration ?? 1).toBe(1)
  })

  test('only the object that was seen is deleted', () => {
    const actions = lookedAndDecided(edited(ours, withTemplate(null)), world(seen('old')))
    expect(actions.find(({ _tag }) => _tag === 'DeleteObject')).toMatchObject({
      target: { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', namespace, name, uid: 'uid-ingress' },
    })
  })

  test.each(
    [
      ['made', withTemplate(null), ours, seen(wantedDigest)],
      ['gone', ours, withTemplate(null), absent<IngressView>(t0)],
    ] as const,
  )('%s: recorded, observedGeneration moves, the job runs on', (_title, before, after, ingress) => {
    const actions = lookedAndDecided(edited(before, after), world(ingress))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({
      observedGeneration: 2,
      jobStatus: { state: 'RUNNING' },
      reconciliationStatus: { state: 'DEPLOYED' },
    })
  })

  test('P14 not seen: the edit waits', () => {
    const actions = lookedAndDecided(edited(ours, withTemplate(null)), world(unknown('Timeout', 'late', t0)))
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions).waitingFor).toBe('the Kubernetes API to return the Ingress')
  })

  test('8.5 ingress.manage off: recorded and told, nothing is touched', () => {
    const actions = lookedAndDecided(
      edited(withTemplate(null), ours, { operator: { 'kubernetes.operator.ingress.manage': 'false' } }),
      world(undefined),
    )
    expect(effectsOf(actions)).toEqual([])
    expect(eventsOf(actions).map(({ reason, message }) => [reason, message])).toContainEqual([
      'IngressManagement',
      'Ingress management is turned off but ingress set in spec',
    ])
    expect(written(actions)?.observedGeneration).toBe(2)
  })

  test('together with another change: an upgrade', () => {
    expect(situationOf({ ...edited(ours, withTemplate('new.org', { rest: { image: 'other' } })), facts: runningCluster() })._tag).toBe(
      'UpgradeDue',
    )
  })
})

describe('8.5 a deploy ends', () => {
  const operation = aDeploy({ id: attemptId, step: 'Create', jobId: 'a'.repeat(32) })
  const ending = (spec: SpecChange, more: Given = {}): Given => ({
    spec,
    status: runningStatus({
      recorded: { spec, state: 'suspended' },
      reconciliation: { state: 'UPGRADING' },
      operation,
      jobManagerDeploymentStatus: 'MISSING',
    }),
    ...more,
  })
  const complete = (ingress: FlinkDeploymentFacts['ingress']): FlinkDeploymentFacts => ({
    ...world(ingress),
    deployment: known(aDeployment(), t0),
    configMaps: known([flinkConfigMap(), podTemplateMap()], t0),
    services: known([restService()], t0),
  })

  test('an ingress of the cluster before that is not wanted any more goes before the end is recorded', () => {
    const actions = lookedAndDecided(ending({}), complete(seen('old')))
    expect(effectsOf(actions)).toEqual(['DeleteObject Ingress app'])
    expect(written(actions)?.operation ?? operation).toMatchObject({ kind: 'Deploy' })
  })

  test.each(
    [
      ['none is there', {}, absent<IngressView>(t0)],
      ['one is wanted: it is made in the steady state and never holds up the job', ours, absent<IngressView>(t0)],
      ['P14 not seen', {}, unknown<IngressView>('Timeout', 'late', t0)],
      ['of another owner', {}, seen(null, ['somebody'])],
    ] as const,
  )('%s: the deploy ends', (_title, spec, ingress) => {
    const actions = lookedAndDecided(ending(spec), complete(ingress))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({ operation: null, reconciliationStatus: { state: 'DEPLOYED' } })
  })

  test('8.5 ingress.manage off: told once a deploy', () => {
    const actions = lookedAndDecided(ending(ours, { operator: { 'kubernetes.operator.ingress.manage': 'false' } }), complete(undefined))
    expect(eventsOf(actions).map(({ reason }) => reason)).toContain('IngressManagement')
    expect(written(actions)?.operation).toBeNull()
  })
})
