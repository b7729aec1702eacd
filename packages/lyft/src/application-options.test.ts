import { expect, test } from 'vitest'
import { operatorOptions } from '@flink-operator/core/operator-options'
import { applicationOptionsOf } from './application-options.ts'

test("lyft-flinkapplication.md, section 2.4: the defaults are those of Lyft's operator", () => {
  expect(applicationOptionsOf(operatorOptions({}).options)).toEqual({
    objects: { containerNameFormat: '', ingressUrlFormat: '', schedulerName: '' },
    backoff: { base: 100, maximum: 30_000 },
    errorTimeout: 300_000,
    jobVertexTimeout: 180_000,
  })
})

test('each option has its key', () => {
  const prefix = 'kubernetes.operator.flink-application'
  expect(applicationOptionsOf(
    operatorOptions({
      [`${prefix}.container-name-format`]: 'c-%s',
      [`${prefix}.ingress-url-format`]: '{{$jobCluster}}.example.com',
      [`${prefix}.scheduler-name`]: 's',
      [`${prefix}.backoff.base`]: '1 s',
      [`${prefix}.backoff.maximum`]: '1 min',
      [`${prefix}.error.timeout`]: '10 min',
      [`${prefix}.job-vertex.timeout`]: '2 min',
    }).options,
  )).toEqual({
    objects: { containerNameFormat: 'c-%s', ingressUrlFormat: '{{$jobCluster}}.example.com', schedulerName: 's' },
    backoff: { base: 1000, maximum: 60_000 },
    errorTimeout: 600_000,
    jobVertexTimeout: 120_000,
  })
})
