import { describe, expect, test } from 'vitest'
import { excludedPeriodProblem } from './autoscaler-rules.ts'
import { parseIpAddress, connectionRestriction, isRestrictedAddress } from './restricted-address.ts'
import { hostToResolve, sessionJarUri } from '../../kind/flink-session-job/session-jar-uri.ts'

const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0)

describe('addresses (api-and-config.md, section 13.3, row 4f)', () => {
  test.each<readonly [string, readonly number[] | null]>([
    ['10.1.2.3', [10, 1, 2, 3]],
    ['10.1.515', [10, 1, 2, 3]],
    ['10.66051', [10, 1, 2, 3]],
    ['167838211', [10, 1, 2, 3]],
    ['0.0.0.0', [0, 0, 0, 0]],
    ['255.255.255.255', [255, 255, 255, 255]],
    ['4294967295', [255, 255, 255, 255]],
    ['4294967296', null],
    ['10.16777216', null],
    ['10.1.65536', null],
    ['256.0.0.1', null],
    ['1.256.0.1', null],
    ['1.2.3.256', null],
    ['1.2.3.4.5', null],
    ['1.2.3.', null],
    ['a.2.3.4', null],
    ['1.2.3.x4', null],
    ['1.2.3.4x', null],
    ['', null],
    ['12345678901', null],
    ['::', zeros(16)],
    ['::1', [...zeros(15), 1]],
    ['1::', [0, 1, ...zeros(14)]],
    ['[fe80::1%eth0]', [0xfe, 0x80, ...zeros(13), 1]],
    ['1:2:3:4:5:6:7:abCD', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0xab, 0xcd]],
    ['1:2:3:4:5:6:7::', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 0]],
    ['1:2:3:4:5:6:7', null],
    ['1:2:3:4:5:6:7:8:9', null],
    ['1:2:3:4::5:6:7:8', null],
    ['1::2::3', null],
    ['12345::', null],
    ['g::', null],
    ['::g', null],
    ['1:::2', null],
    ['::ffff:10.1.2.3', [10, 1, 2, 3]],
    ['::ffff:a01:203', [10, 1, 2, 3]],
    ['::fffe:10.1.2.3', [...zeros(10), 0xff, 0xfe, 10, 1, 2, 3]],
    ['64:ff9b::10.1.2.3', [0, 0x64, 0xff, 0x9b, ...zeros(8), 10, 1, 2, 3]],
    ['::ffff:10.1.2.256', null],
    ['::10.1.2', null],
    ['[10.1.2.3', null],
    ['10.1.2.3]', null],
  ])('%j is %j', (text, want) => {
    expect(parseIpAddress(text)).toEqual(want)
  })

  test.each([
    ['127.0.0.1', true],
    ['127.255.255.255', true],
    ['126.0.0.1', false],
    ['128.0.0.1', false],
    ['169.254.0.1', true],
    ['169.253.0.1', false],
    ['169.255.0.1', false],
    ['168.254.0.1', false],
    ['10.0.0.0', true],
    ['10.255.0.1', true],
    ['11.0.0.1', false],
    ['172.15.0.1', false],
    ['172.16.0.1', true],
    ['172.31.0.1', true],
    ['172.32.0.1', false],
    ['173.16.0.1', false],
    ['192.168.0.1', true],
    ['192.167.0.1', false],
    ['192.169.0.1', false],
    ['193.168.0.1', false],
    ['223.0.0.1', false],
    ['224.0.0.1', true],
    ['239.1.1.1', true],
    ['240.0.0.1', false],
    ['0.0.0.0', true],
    ['0.0.0.1', false],
    ['0.0.1.0', false],
    ['0.1.0.0', false],
    ['1.0.0.0', false],
    ['100.64.0.1', false],
    ['::', true],
    ['::1', true],
    ['::2', false],
    ['::1:1', false],
    ['ff00::', true],
    ['fe00::', false],
    ['fe7f::', false],
    ['fe80::', true],
    ['fec0::', true],
    ['fd00::1', false],
    ['2001:db8::1', false],
    ['::ffff:127.0.0.1', true],
  ])('%s restricted: %s', (text, want) => {
    expect(isRestrictedAddress(parseIpAddress(text) ?? [])).toBe(want)
  })
})

describe('E-40 what the operator does not connect to', () => {
  test.each<readonly [string, string | null]>([
    ['127.0.0.1', 'a loopback address'],
    ['10.1.2.3', 'a private address'],
    ['172.31.255.255', 'a private address'],
    ['192.168.0.1', 'a private address'],
    ['169.254.169.254', 'a link-local address'],
    ['168.63.129.16', "an address of Azure's own services"],
    ['::ffff:168.63.129.16', "an address of Azure's own services"],
    ['168.63.129.17', null],
    ['0.0.0.0', 'the wildcard address'],
    ['0.0.0.1', 'an address of this network'],
    ['100.100.100.200', 'a shared address of a provider'],
    ['100.63.255.255', null],
    ['100.128.0.0', null],
    ['192.0.0.192', 'a reserved address'],
    ['192.0.1.1', null],
    ['198.19.255.255', 'an address for benchmarks'],
    ['198.20.0.0', null],
    ['239.1.1.1', 'a multicast address'],
    ['255.255.255.255', 'a reserved address'],
    ['203.0.113.10', null],
    ['8.8.8.8', null],
    ['::', 'the wildcard address'],
    ['::1', 'a loopback address'],
    ['fe80::1%eth0', 'a link-local address'],
    ['fec0::1', 'a site-local address'],
    ['fd00:ec2::254', 'a unique-local address'],
    ['fc00::1', 'a unique-local address'],
    ['ff02::1', 'a multicast address'],
    ['2606:4700::1111', null],
    ['::ffff:127.0.0.1', 'a loopback address'],
    ['::ffff:7f00:1', 'a loopback address'],
    ['::ffff:8.8.8.8', null],
    ['::10.0.0.1', 'a private address'],
    ['::8.8.8.8', null],
    ['::ffff:0:10.0.0.1', 'a private address'],
    ['64:ff9b::a9fe:a9fe', 'a link-local address'],
    ['64:ff9b::8.8.8.8', null],
    ['64:ff9b:1::8.8.8.8', 'a translated address of a local network'],
    ['2002:7f00:1::', 'a loopback address'],
    ['2002:808:808::1', null],
    ['2001:0:4136:e378::1', 'a Teredo address'],
    ['2001:db8::5efe:10.0.0.1', 'a private address'],
    ['2001:db8::200:5efe:10.0.0.1', 'a private address'],
    ['2001:db8::5efe:8.8.8.8', null],
    ['somewhere', 'not an IP address'],
  ])('%s: %s', (address, want) => {
    expect(connectionRestriction(address)).toBe(want)
  })
})

describe('URIs of session jars (api-and-config.md, section 13.3, row 4)', () => {
  const messageOf = (uri: string | null, schemes: readonly string[] = ['https'], isStrict = true, hosts = {}): string | null => {
    const [finding] = sessionJarUri(uri, schemes, isStrict, hosts)
    return finding === undefined ? null : `${finding.field} ${finding.message}`
  }
  test.each<readonly [string, string]>([
    ['a b:c', 'Illegal character in scheme name at index 1: a b:c'],
    ['https://a b/c', 'Illegal character in authority at index 8: https://a b/c'],
    ['//a b', 'Illegal character in authority at index 2: //a b'],
    ['https://a/b c', 'Illegal character in path at index 11: https://a/b c'],
    ['a^b', 'Illegal character in path at index 1: a^b'],
    ['https:a b', 'Illegal character in opaque part at index 7: https:a b'],
    ['https:/a b', 'Illegal character in path at index 8: https:/a b'],
    ['https://a/b?c d', 'Illegal character in query at index 13: https://a/b?c d'],
    ['https://a/b?c#d e', 'Illegal character in fragment at index 15: https://a/b?c#d e'],
    ['https://a/%4', 'Malformed escape pair at index 10: https://a/%4'],
    ['https://a/%zz', 'Malformed escape pair at index 10: https://a/%zz'],
    [':a', 'Expected scheme name at index 0: :a'],
    ['1a:b', 'Illegal character in scheme name at index 0: 1a:b'],
    ['a_b:c', 'Illegal character in scheme name at index 1: a_b:c'],
    ['https://', 'Expected authority at index 8: https://'],
    ['//', 'Expected authority at index 2: //'],
    ['https:', 'Expected scheme-specific part at index 6: https:'],
    ['https:#a', 'Expected scheme-specific part at index 6: https:#a'],
  ])('%s', (uri, problem) => {
    expect(messageOf(uri)).toBe(`job.jarURI jarURI is not a valid URI: ${problem}`)
    expect(hostToResolve(uri)).toBeNull()
  })

  test.each<readonly [string, string | null]>([
    ['https://a.b-c.example/x', 'a.b-c.example'],
    ['HTTP://a:80', 'a'],
    ['https://u:p@a/x', 'a'],
    ['https://a./x', 'a.'],
    ['https://a%20b/', null],
    ['https://a..b/', null],
    ['https://-a/', null],
    ['https://a-/', null],
    ['https://a-.b/', null],
    ['https://a.-b/', null],
    ['https://a:x/', null],
    ['https://a/%41', 'a'],
    ['https:///x', null],
    ['https:?x', null],
    ['s3://a/x', null],
    ['httpsx://a/x', null],
    ['xhttps://a/x', null],
    ['https://[::1]/x', null],
    ['a/b', null],
  ])('the host of %s that is looked up: %s', (uri, want) => {
    expect(hostToResolve(uri)).toBe(want)
  })

  test('schemes in any case, told sorted and once', () => {
    expect(messageOf('s3://b/a.jar', ['https', 'S3'])).toBeNull()
    expect(messageOf('S3://b/a.jar', ['https', 's3'])).toBeNull()
    expect(messageOf('ftp://b/a.jar', ['https', 'S3', 's3', 'a'])).toBe(
      "job.jarURI jarURI scheme 'ftp' is not in the allowlist [a, https, s3]. Configure 'kubernetes.operator.user.artifacts.allowed-schemes' to extend the allowlist.",
    )
    expect(messageOf(null)).toBeNull()
    expect(messageOf('a/b')).toBe('job.jarURI jarURI must include a scheme')
  })
  test('only hosts of http and https are looked at, and only where the operator restricts them', () => {
    expect(messageOf('s3://127.0.0.1/a.jar', ['s3'])).toBeNull()
    expect(messageOf('http://127.0.0.1/a.jar', ['http'])).toBe("job.jarURI jarURI host '127.0.0.1' resolves to a restricted address")
    expect(messageOf('HTTPS://127.0.0.1/a.jar')).toBe("job.jarURI jarURI host '127.0.0.1' resolves to a restricted address")
    expect(messageOf('https://a_b/a.jar', ['https'], false)).toBeNull()
    expect(messageOf('https://a_b/a.jar')).toBe('job.jarURI jarURI must include a host for http/https schemes')
    expect(messageOf('https://constructor/a.jar')).toBe("job.jarURI jarURI host 'constructor' cannot be resolved")
    expect(messageOf('https://a/a.jar', ['https'], true, { a: ['no address'] })).toBe(
      "job.jarURI jarURI host 'a' resolves to a restricted address",
    )
    expect(messageOf('https://a/a.jar', ['https'], true, { a: ['1.2.3.4', '::1'] })).toBe(
      "job.jarURI jarURI host 'a' resolves to a restricted address",
    )
    expect(messageOf('https://a/a.jar', ['https'], true, { a: ['1.2.3.4', '2001:db8::1'] })).toBeNull()
  })
})

describe('excluded periods of the autoscaler (api-and-config.md, section 13.5)', () => {
  const invalid = (period: string): string => `Invalid value ${period} in the autoscaler config job.autoscaler.excluded.periods`
  test.each([
    '10:00-11:00',
    '00:00-23:59',
    '9:05:00-9:05:01',
    '10:00:00:001-10:00:00:002',
    '10:00:59-10:01',
    '10:00:00:999-10:00:01',
    '* * 9-11 * * ?',
    ' 10:00-11:00 ',
    '10:00-11:00&&* * * ? * 2-6',
    '* * * ? * 2-6 && 10:00-11:00',
  ])('%j is one', period => {
    expect(excludedPeriodProblem(period)).toBeNull()
  })
  test.each([
    '',
    '10:00',
    '11:00-10:00',
    '10:00-10:00',
    '10:00-11:00-12:00',
    '24:00-25:00',
    '10:00-10:60',
    '10:00-10:01:60',
    '10:00-10:01:00:1000',
    '10:00-10:01:00:000:1',
    '10-11:00',
    '10:00-11',
    'a:00-11:00',
    '10:00-11:00x',
    '10:00-x11:00',
    '10:a-11:00',
    '10:00:a-11:00',
    '10:00:00:a-11:00',
    '* * * * *',
    '10:00-11:00 && x',
    'x && 10:00-11:00',
  ])('%j is none', period => {
    expect(excludedPeriodProblem(period)).toBe(
      `${invalid(period)}, the value is neither a valid daily expression nor a valid cron expression`,
    )
  })
  test('one of each may be joined', () => {
    const alike = 'the value can not be configured as dailyExpression && dailyExpression or cronExpression && cronExpression'
    for (const period of ['10:00-11:00 && 12:00-13:00', '* * 9 * * ? && * * 10 * * ?'])
      expect(excludedPeriodProblem(period)).toBe(`${invalid(period)}, ${alike}`)
    expect(excludedPeriodProblem('10:00-11:00 && * * 9 * * ? && 12:00-13:00')).toBe(invalid('10:00-11:00 && * * 9 * * ? && 12:00-13:00'))
  })
})
