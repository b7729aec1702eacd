/** Options that stand in for one that is not set (api-and-config.md, section 11); they are options of their own, no older spellings. */
export const fallbackKeys: Readonly<Record<string, readonly string[]>> = {
  'rest.bind-port': ['rest.port', 'web.port', 'jobmanager.web.port'],
  'rest.port': ['web.port', 'jobmanager.web.port'],
}
