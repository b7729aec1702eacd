import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { bundleInto } from '../../scripts/bundle/bundle-into.ts'
import { packPlugin } from '../../scripts/krew/pack-plugin.ts'
import { aFlinkDeployment, aSandbox, deploymentsPath, ran } from './a-sandbox.ts'

/** A real krew, with `validate-krew-manifest` beside it. */
const krew = process.env['KREW'] ?? ''

test.skipIf(krew === '')(
  `krew installs the plugin${krew === '' ? ' (left out: KREW names none)' : ''}, and kubectl runs it`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'krew-'))
    const bundle = join(folder, 'bundle')
    await bundleInto(bundle)
    mkdirSync(join(bundle, 'legal'))
    const { archive, manifest } = packPlugin({ bundle, into: join(folder, 'out') })
    const checked = await ran(join(dirname(krew), 'validate-krew-manifest'), ['--manifest', manifest, '--skip-install'])
    expect(checked.code, checked.err).toBe(0)

    const sandbox = await aSandbox()
    expect((await sandbox.call('POST', deploymentsPath, aFlinkDeployment('orders'))).status).toBe(201)
    const home = join(folder, 'krew')
    const environment = {
      KREW_ROOT: home,
      KUBECONFIG: sandbox.kubeconfigFile,
      KUBECACHEDIR: folder,
      PATH: [join(home, 'bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    }
    const installed = await ran(krew, ['install', `--manifest=${manifest}`, `--archive=${archive}`], environment)
    expect(installed.code, installed.err).toBe(0)
    expect(installed.err).toContain('Installed plugin: flink')
    expect((await ran('kubectl', ['flink', 'history', 'orders'], environment)).out).toContain('default/orders\n')

    const { spec } = parse(readFileSync(manifest, 'utf8')) as { readonly spec: { readonly caveats: string } }
    const commands = spec.caveats.split('\n').filter(line => line.startsWith('  ')).join('\n')
    expect(await ran('sh', ['-euc', commands], environment)).toEqual({ code: 0, out: '', err: '' })
    expect((await ran('kubectl', ['__complete', 'flink', 'explain', 'o'], environment)).out).toBe('orders\tFlinkDeployment\n:4\n')
  },
)
