import { describe, expect, test } from 'vitest'
import { appliedDigestAnnotation, appliedDigestOf } from './applied-digest.ts'
import type { IngressSpec } from '../contract/resource/flink-deployment-spec.ts'
import { ingressAddress } from './ingress-manifest.ts'
import { renderManifest } from './render-manifest.ts'

const owner = { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', name: 'app', uid: 'U' }

const ingress = (spec: Partial<IngressSpec>) =>
  renderManifest({
    _tag: 'IngressManifest',
    namespace: 'ns',
    name: 'app',
    owner,
    restPort: 9091,
    ingress: { template: 'x.org', className: null, annotations: null, labels: null, tls: null, ...spec },
  })

describe('ingress (cluster-manifests.md, section 9)', () => {
  test.each(
    [
      // template                                            host                  path
      ['{{name}}.{{namespace}}.example.org', 'app.ns.example.org', null],
      ['example.org/{{namespace}}/{{name}}(/|$)(.*)', 'example.org', '/ns/app(/|$)(.*)'],
      ['/{{namespace}}/{{name}}', null, '/ns/app'],
      ['https://x.org:8443/a', 'x.org', '/a'],
      ['http://{{NAME}}.Example', 'app.Example', null],
      ['x.org/a?b=c#d', 'x.org', '/a'],
      ['x.org?b/c', 'x.org', null],
      ['user@x.org:80', 'x.org', null],
      ['[::1]:80/a', '[::1]', '/a'],
      ['*.example.org', '*.example.org', null],
      ['', null, null],
    ] as const,
  )('%s', (template, host, path) => {
    expect(ingressAddress(template, { name: 'app', namespace: 'ns' })).toEqual({ _tag: 'Right', right: { host, path } })
  })

  test('a port that is no number is a mistake in the template', () => {
    expect(ingressAddress('x.org:{{port}}', { name: 'app', namespace: 'ns' })).toMatchObject({ left: { reason: 'IngressTemplate' } })
  })

  test('a name that looks like a pattern is taken as it is', () => {
    expect(ingressAddress('{{name}}.org', { name: '$&', namespace: 'ns' })).toMatchObject({ right: { host: '$&.org' } })
  })

  test('the whole object', () => {
    const tls = [{ hosts: ['x.org'], secretName: 's' }]
    expect(ingress({ template: 'x.org/a', className: 'nginx', annotations: { k: 'v' }, labels: { component: 'mine', l: '1' }, tls }))
      .toEqual({
        _tag: 'Right',
        right: {
          apiVersion: 'networking.k8s.io/v1',
          kind: 'Ingress',
          metadata: {
            name: 'app',
            namespace: 'ns',
            labels: { component: 'ingress', l: '1' },
            annotations: { k: 'v', [appliedDigestAnnotation]: expect.stringMatching(/^[0-9a-f]{64}$/) },
            ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
          },
          spec: {
            ingressClassName: 'nginx',
            tls,
            rules: [{
              host: 'x.org',
              http: {
                paths: [{
                  path: '/a',
                  pathType: 'ImplementationSpecific',
                  backend: { service: { name: 'app-rest', port: { number: 9091 } } },
                }],
              },
            }],
          },
        },
      })
  })

  test('B100 the digest is that of the manifest: equal manifests have equal ones, any change makes another', () => {
    const digest = (spec: Partial<IngressSpec>): string | null => {
      const rendered = ingress(spec)
      return rendered._tag === 'Right' ? appliedDigestOf(rendered.right) : null
    }
    const base = digest({ annotations: { a: '1', b: '2' } })
    expect(digest({ annotations: { b: '2', a: '1' } })).toBe(base)
    expect(
      new Set([
        base,
        digest({}),
        digest({ annotations: { a: '1' } }),
        digest({ className: 'nginx' }),
        digest({ template: 'y.org' }),
        digest({ labels: { l: 'é' } }),
      ]).size,
    ).toBe(6)
  })

  test('without template there is nothing to render', () => {
    expect(ingress({ template: null })).toMatchObject({
      left: { reason: 'IngressTemplate', message: 'spec.ingress.template must be set.' },
    })
  })
})
