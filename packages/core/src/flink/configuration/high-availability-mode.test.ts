import { describe, expect, test } from 'vitest'
import { highAvailabilityMode, isHighAvailabilityOn, isKubernetesHighAvailability } from './high-availability-mode.ts'

describe('high availability: api-and-config.md, section 9 (B19)', () => {
  test.each(
    [
      [{}, 'none'],
      [{ 'high-availability.type': 'NONE' }, 'none'],
      [{ 'high-availability': 'none' }, 'none'],
      [{ 'recovery.mode': 'standalone' }, 'none'],
      [{ 'high-availability.type': 'kubernetes' }, 'kubernetes'],
      [{ 'high-availability': 'KUBERNETES' }, 'kubernetes'],
      [{ 'high-availability.type': 'org.apache.flink.kubernetes.highavailability.KubernetesHaServicesFactory' }, 'kubernetes'],
      [{ 'recovery.mode': 'ZooKeeper' }, 'zookeeper'],
      [{ 'high-availability.type': 'com.example.Factory' }, 'other'],
      [{ 'high-availability.type': '' }, 'other'],
      [{ 'high-availability.type': 'none', 'high-availability': 'kubernetes' }, 'none'],
    ] as const,
  )('%o', (configuration, want) => {
    expect(highAvailabilityMode(configuration)).toBe(want)
    expect(isHighAvailabilityOn(configuration)).toBe(want !== 'none')
    expect(isKubernetesHighAvailability(configuration)).toBe(want === 'kubernetes')
  })
})
