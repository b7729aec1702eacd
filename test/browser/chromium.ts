/** A real Chromium, headless, for the tests of pages: as CHROMIUM names it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'

/** Path of the browser; null: none is given, and tests that need one are left out. */
export const chromiumPath = process.env['CHROMIUM'] ?? null

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Look {
  readonly colorScheme?: 'light' | 'dark'
  readonly width?: number
}

/** A browser with a profile of its own, for one use. */
export const withChromium = async (look: Look, use: (context: BrowserContext) => Promise<void>): Promise<void> => {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath ?? '',
    headless: true,
    args: flags,
    colorScheme: look.colorScheme ?? 'light',
    viewport: { width: look.width ?? 1280, height: 900 },
  })
  try {
    await use(context)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}
