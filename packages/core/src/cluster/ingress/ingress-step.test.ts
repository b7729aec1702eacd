import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { name, namespace, t0, uid } from '../../../fixtures/flink-deployment-resource.ts'
import { roundOf } from '../../../fixtures/round.ts'
import type { ManifestRequest } from '../../contract/action/manifest-request.ts'
import { appliedDigestOf } from '../../manifest/applied-digest.ts'
import { renderManifest } from '../../manifest/render-manifest.ts'
import { absent, type Fact, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { IngressView } from '../../contract/fact/object-view.ts'
import { events } from '../../kind/flink-deployment/application/report/application-events.ts'
import type { Asked } from '../../contract/query/ask.ts'
import type { Query } from '../../contract/query/query.ts'
import { ingressStep, type IngressStep } from './ingress-step.ts'

const off = { 'kubernetes.operator.ingress.manage': 'false' }
const template = '{{name}}.x.org'
const ingress = { template, className: null, labels: {}, annotations: null, tls: null }
const manifest: ManifestRequest = {
  _tag: 'IngressManifest',
  namespace,
  name,
  owner: { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', name, uid },
  ingress: expect.objectContaining({ template }) as typeof ingress,
  restPort: 8081,
}
const view = (change: Partial<IngressView> = {}): IngressView => ({
  name,
  uid: 'uid-ingress',
  ownerUids: [uid],
  appliedDigest: null,
  ...change,
})
const looksLive = ({ observed: { facts } }: ReturnType<typeof roundOf>): boolean =>
  facts.checkpoints !== undefined && facts.services?.source === 'live'
type StepOrQueries = IngressStep | { readonly asks: readonly Query[] }
const orQueries: (asked: Asked<IngressStep>) => StepOrQueries = E.matchW(queries => ({ asks: queries }), step => step)
const stepOf = (
  wants: string | null,
  fact: Fact<IngressView> | null,
  operator: Readonly<Record<string, string>> = {},
): StepOrQueries => {
  const rest = wants === null ? {} : { ingress: { template: wants } }
  const round = roundOf({
    spec: { rest },
    status: runningStatus({ recorded: { spec: { rest } } }),
    facts: runningCluster(t0, fact === null ? {} : { ingress: fact }),
    operator,
  })
  const { wanted } = round.desired
  if (wanted === null) throw new Error('nothing is wanted')
  return orQueries(ingressStep(round, wanted, looksLive(round)))
}
const wantedDigest = (): string => {
  const step = stepOf(template, absent(t0))
  const rendered = '_tag' in step && step._tag === 'Do' && step.effect._tag === 'ApplyObject' ? renderManifest(step.effect.manifest) : null
  return rendered?._tag === 'Right' ? appliedDigestOf(rendered.right) ?? '' : expect.fail('it is not applied')
}
const nothing = (reason: string, ...announce: readonly object[]): object => ({ _tag: 'Nothing', reason, announce })
const query = { _tag: 'ReadIngress', namespace, name }
const asksTheWatch = { asks: [{ ...query, freshness: 'watched' }] }
const apply = (reason: string, seen: string | null): object => ({
  _tag: 'Do',
  reason,
  effect: { _tag: 'ApplyObject', manifest, uid: seen },
})
const gone = 'the spec has no ingress any more'
const remove = {
  _tag: 'Do',
  reason: gone,
  effect: {
    _tag: 'DeleteObject',
    target: { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', namespace, name, uid: 'uid-ingress' },
    resourceVersion: null,
    propagation: 'Background',
    why: gone,
  },
}
const notOurs = 'a foreign ingress has this name'

describe('M-D14 what is to be done about an ingress (cluster-manifests.md, section 9; the table of ingress-step.ts)', () => {
  test.each<readonly [string, Parameters<typeof stepOf>, object]>([
    ['not managed, wanted: said', [template, null, off], nothing('ingresses are not managed', events.ingressNotManaged)],
    ['not managed, not wanted: nobody has to know', [null, null, off], nothing('ingresses are not managed')],
    ['not managed: one that is there is left alone', [null, known(view(), t0), off], nothing('ingresses are not managed')],
    ['not looked at', [template, null], asksTheWatch],
    ['not looked at, not wanted', [null, null], asksTheWatch],
    ['P14 by the watch it is to go, which may be old: looked at live', [null, known(view(), t0, 'cache')], { asks: [query] }],
    ['P21 by the watch it is missing: looked at live, somebody else may have made one', [template, absent(t0, 'cache')], { asks: [query] }],
    ['F17 not wanted, absent by the watch: no request', [null, absent(t0, 'cache')], nothing('there is no ingress, as the spec asks')],
    ['P14 it could not be read', [template, unknown('Timeout', 'late', t0)], {
      _tag: 'Wait',
      reason: 'the ingress could not be read: late',
    }],
    ['F09 B50 of another owner, wanted: told with its owner, and left as it is', [
      template,
      known(view({ ownerUids: ['other'], owners: [{ kind: 'Deployment', name: 'web', uid: 'other' }] }), t0),
    ], {
      _tag: 'InTheWay',
      reason: notOurs,
      obstacle: expect.objectContaining({
        kind: 'Ingress',
        name: 'app',
        what: expect.stringMatching(/^belongs to Deployment web with uid other, not to FlinkDeployment app/) as unknown,
      }) as unknown,
    }],
    ['F09 of nobody, wanted: told', [template, known(view({ ownerUids: [] }), t0)], {
      _tag: 'InTheWay',
      reason: notOurs,
      obstacle: expect.objectContaining({ what: expect.stringContaining('has no owner') as unknown }) as unknown,
    }],
    ['B50 of another owner, not wanted: nobody has to know', [null, known(view({ ownerUids: [] }), t0)], nothing(notOurs)],
    ['wanted and absent', [template, absent(t0)], apply('the ingress is missing', null)],
    [
      'wanted, with another digest',
      [template, known(view({ appliedDigest: 'other' }), t0)],
      apply('the ingress does not match the spec', 'uid-ingress'),
    ],
    [
      'wanted, of the reference operator, which leaves no digest',
      [template, known(view(), t0)],
      apply('the ingress does not match the spec', 'uid-ingress'),
    ],
    ['ours among several owners', [null, known(view({ ownerUids: ['other', uid] }), t0)], remove],
    ['not wanted, ours', [null, known(view(), t0)], remove],
    ['not wanted, absent', [null, absent(t0)], nothing('there is no ingress, as the spec asks')],
  ])('%s', (_title, given, want) => {
    expect(stepOf(...given)).toEqual(want)
  })

  test('B100 wanted, with the very digest: nothing', () => {
    expect(stepOf(template, known(view({ appliedDigest: wantedDigest() }), t0))).toEqual(nothing('the ingress matches the spec'))
  })

  test("one that can't be rendered holds nothing up: nothing, and why", () => {
    const round = roundOf({ facts: runningCluster(t0, { ingress: absent(t0) }) })
    const { wanted } = round.desired
    const step = wanted === null ? null
      : ingressStep(round, { ...wanted, spec: { ...wanted.spec, ingress: { ...ingress, template: null } } }, looksLive(round))
    expect(step).toEqual(E.right(nothing("the ingress can't be rendered: spec.ingress.template must be set.")))
  })
})

test('F17 P06 it is looked at live at once where the round has looked live at what an ended job left: with a look at the watch before it there would be five', () => {
  const rest = { ingress: { template } }
  const given = { spec: { rest }, status: runningStatus({ recorded: { spec: { rest } } }) }
  const seen = { checkpoints: unknown('Unreachable', '', t0) } as const
  const ask = (facts: FlinkDeploymentFacts): StepOrQueries => {
    const round = roundOf({ ...given, facts })
    return orQueries(ingressStep(round, round.desired.wanted!, looksLive(round)))
  }
  expect(ask(runningCluster(t0, seen))).toEqual({ asks: [query] })
  expect(ask({ ...runningCluster(t0, seen), services: { ...known([], t0), source: 'cache' } })).toEqual(asksTheWatch)
  expect(ask(runningCluster(t0, { ...seen, ingress: { ...absent(t0), source: 'cache' } }))).toEqual({ asks: [query] })
})
