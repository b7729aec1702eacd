import { describe, expect, test } from 'vitest'
import { activeBlue, decidedIn, edited, round, served, settled } from '../../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../../fixtures/played-blue-green.ts'
import { aBlueGreen, blueGreenSpec, parentUid } from '../../../../fixtures/a-blue-green.ts'
import { errorIn, image, job, rowIn } from '../../../../fixtures/blue-green-plays.ts'
import type { JsonObject } from '../../../contract/resource/json.ts'

describe('M-D08 the ingress of the children', () => {
  const templated = (template: string) => aPlay(aBlueGreen(blueGreenSpec({ rest: { ingress: { template } } })))
  const ingressOf = (template: string) => settled(templated(template)).children['app-blue']?.view.spec.ingress?.template
  test('M-D08 a host has the colour in front of it, a path with {{name}} stays as it is', () => {
    expect(ingressOf('x.org')).toBe('blue-x.org')
    expect(ingressOf('/{{name}}')).toBe('/{{name}}')
  })
  test.each([
    ['x.org', 'blue-x.org'],
    ['  x.org', '  blue-x.org'],
    ['http://x.org', 'http://blue-x.org'],
    ['https://x.org/p', 'https://blue-x.org/p'],
    ['x.org/http://y', 'blue-x.org/http://y'],
    ['{{name}}.x.org', 'blue-{{name}}.x.org'],
    ['/{{name}}', '/{{name}}'],
    ['  /{{NAME}}/x', '  /{{NAME}}/x'],
  ])('M-D08 %s → %s', (template, ingress) => {
    expect(ingressOf(template)).toBe(ingress)
  })
  test.each(['/x', '  /x', '/x/{{namespace}}'])('M-D08 %s, a path alone, is the same for both: refused', template => {
    expect(rowIn(templated(template))).toBe('first-child/invalid')
    expect(errorIn(templated(template))).toContain('put {{name}} into the path')
  })
})

describe('B106 E-26 E-34 a child is the template, with two rewrites and no more', () => {
  const metadata = { labels: { team: 'a' }, annotations: { note: 'b' } }
  const withMetadata = (of: JsonObject | null): JsonObject => ({
    ...blueGreenSpec(),
    template: { ...(blueGreenSpec()['template'] as JsonObject), metadata: of },
  })
  const parentOf = (of: JsonObject | null) => aPlay(aBlueGreen(withMetadata(of), { labels: { shard: '1', 'a.b/zone_x': 'z', other: '2' } }))
  const requestIn = (play: Play, selector?: string) => {
    const operator = selector === undefined ? {} : { 'kubernetes.operator.label.selector': selector }
    const apply = decidedIn(round(play, operator), operator).actions.find(it => it._tag === 'ApplyObject')
    return apply?.manifest._tag === 'FlinkDeploymentManifest' ? apply.manifest : expect.fail('no child')
  }

  test.each<readonly [string, string | undefined, object]>([
    ['nothing is selected', undefined, {}],
    ['one label', 'shard in (1)', { shard: '1' }],
    ['a prefix, a dot, a dash, an underline', 'a.b/zone_x=z,shard', { shard: '1', 'a.b/zone_x': 'z' }],
    ['one that the parent does not have', 'app=x', {}],
    ['a part of a name is another name', 'shar,ther', {}],
    ['nothing that could be a name', '!', {}],
  ])(
    'E-26 of the parent it has the labels that the selector names, so that it is selected as the parent is: %s',
    (_title, selector, labels) => {
      expect(requestIn(parentOf(null), selector).labels).toEqual({ ...labels, 'flink/blue-green-deployment-type': 'BLUE' })
    },
  )

  test('E-26 labels and annotations of the template are its own; it belongs to the parent', () => {
    const play = parentOf(metadata)
    expect(requestIn(play)).toMatchObject({
      namespace: 'ns',
      name: 'app-blue',
      owner: { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkBlueGreenDeployment', name: 'app', uid: parentUid },
      labels: { team: 'a' },
      annotations: { note: 'b' },
    })
    expect(settled(play).children['app-blue']?.view.meta).toMatchObject({ labels: { team: 'a' }, annotations: { note: 'b' } })
  })

  test('section 4.5 row 1: the first one starts from what the template names', () => {
    const from = (initialSavepointPath: string | null) =>
      settled(aPlay(aBlueGreen(job({ initialSavepointPath })))).children['app-blue']?.view.spec.job?.initialSavepointPath
    expect([from('s3://x'), from(null)]).toEqual(['s3://x', null])
  })

  test('E-34 a savepoint path with file: in it stays as it is', () => {
    const asked = settled(edited(activeBlue(), image('two')))
    const [id = ''] = Object.keys(asked.savepoints)
    const made = settled({ ...asked, savepoints: { [id]: 'file:/flink/file:x' } })
    expect(made.children['app-green']?.view.spec.job?.initialSavepointPath).toBe('file:/flink/file:x')
  })

  test.each<readonly [string, JsonObject | null, readonly string[]]>([
    ['a label', { labels: { team: 'c' } }, ['change app-blue']],
    ['an annotation', { labels: { team: 'a' }, annotations: { note: 'c' } }, ['change app-blue']],
    ['both as they are', metadata, []],
    ['what is taken away stays: others may have it', { labels: { team: 'a' } }, []],
  ])('active-child/no-change E-29 metadata of the template is compared, beside what others wrote: %s', (_title, next, changes) => {
    const active = settled(served(settled(aPlay(aBlueGreen(withMetadata(metadata)))), 'app-blue'))
    const blue = active.children['app-blue'] ?? expect.fail('no blue')
    const { meta } = blue.view
    const beside = { ...blue.view, meta: { ...meta, labels: { ...meta.labels, x: 'y' }, annotations: { ...meta.annotations, x: 'y' } } }
    const play = edited({ ...active, children: { 'app-blue': { ...blue, view: beside } } }, withMetadata(next))
    expect(settled(play).log.slice(play.log.length)).toEqual(changes)
    expect(settled(play).children['app-blue']?.view.spec).toEqual(blue.view.spec)
  })

  test('E-35 what creates it is written on it: its transition', () => {
    const play = round(parentOf(null))
    expect(requestIn(parentOf(null)).annotations['flinkbluegreendeployment.flink.apache.org/transition']).toBe(
      play.parent?.status.operation?.id,
    )
  })
  test('a change in place leaves the mark of what created it', () => {
    const active = activeBlue()
    const mark = 'flinkbluegreendeployment.flink.apache.org/transition'
    const patched = settled(edited(active, job({ upgradeMode: 'last-state' })))
    expect(patched.children['app-blue']?.view.meta.annotations[mark]).toBe(active.children['app-blue']?.view.meta.annotations[mark])
    expect(patched.children['app-blue']?.view.meta.annotations[mark]).not.toBe(patched.parent?.status.operation?.id)
  })
  test('one without a mark gets none by a change in place', () => {
    const active = activeBlue()
    const blue = active.children['app-blue'] ?? expect.fail('no blue')
    const play = { ...active, children: { 'app-blue': { ...blue, view: { ...blue.view, meta: { ...blue.view.meta, annotations: {} } } } } }
    expect(settled(edited(play, job({ upgradeMode: 'last-state' }))).children['app-blue']?.view.meta.annotations).toEqual({})
  })
})
