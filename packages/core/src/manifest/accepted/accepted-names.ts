/** Names that the API server accepts (Kubernetes, "Object Names and IDs", "Labels and Selectors"). */

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/u
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/u
const qualified = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/u

export const isDnsLabel = (text: string): boolean => text.length <= 63 && label.test(text)
/** Names of Services: a label that begins with a letter. */
export const isServiceName = (text: string): boolean => isDnsLabel(text) && /^[a-z]/u.test(text)
export const isDnsSubdomain = (text: string): boolean => text.length <= 253 && subdomain.test(text)
/** `name` or `prefix/name`: names of labels, annotations and resources. */
export const isQualifiedName = (text: string): boolean => {
  const [name = '', prefix, ...rest] = text.split('/').toReversed()
  return rest.length === 0 && name.length <= 63 && qualified.test(name) && (prefix === undefined || isDnsSubdomain(prefix))
}
export const isLabelValue = (text: string): boolean => text === '' || (text.length <= 63 && qualified.test(text))
/** Names of ports: at most 15 characters, one of them a letter. */
export const isPortName = (text: string): boolean => text.length <= 15 && label.test(text) && /[a-z]/u.test(text) && !text.includes('--')
/** Keys of ConfigMaps and Secrets. */
export const isDataKey = (text: string): boolean =>
  text.length <= 253 && /^[-._a-zA-Z0-9]+$/u.test(text) && text !== '.' && !text.startsWith('..')
/** Printable ASCII except `=`: accepted by servers from 1.32 on. Older ones accept less, and say so only when the pod is created. */
export const isVariableName = (text: string): boolean => /^[\x20-\x3c\x3e-\x7e]+$/u.test(text)

export const dnsLabelAllowed = 'lower case letters, digits and -, at most 63 characters, a letter or digit at both ends'
export const dnsSubdomainAllowed = 'lower case letters, digits, - and ., at most 253 characters, a letter or digit at both ends'
export const qualifiedAllowed =
  'letters, digits, -, _ and ., at most 63 characters, a letter or digit at both ends; before it a DNS name and / at will'
export const labelValueAllowed = 'letters, digits, -, _ and ., at most 63 characters, a letter or digit at both ends; or nothing'
