/** Options that Flink reads if another one is not set (api-and-config.md, section 11). They are separate options, not older spellings. */
export const fallbackKeys: Readonly<Record<string, readonly string[]>> = {
  'rest.bind-port': ['rest.port', 'web.port', 'jobmanager.web.port'],
  'rest.port': ['web.port', 'jobmanager.web.port'],
}
