import { type Hide, isHidden } from './sensitive-name.ts'

/** A text form that is always a secret, whatever surrounds it. */
interface SecretForm {
  /** The product it belongs to. */
  readonly of: string
  /** Where its vendor, or a public secret scanner, documents it. */
  readonly source: string
  /** Source of a regular expression. It begins with fixed text and has no ambiguous parts. */
  readonly form: string
}

const gitleaks = 'gitleaks.toml of the scanner gitleaks'

/** Tokens that are recognised by their prefix. */
export const tokenForms: readonly SecretForm[] = [
  { of: 'AWS access keys', source: 'AWS IAM, unique identifiers', form: '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])' },
  { of: 'GitHub tokens', source: 'GitHub, token prefixes', form: 'gh[pousr]_[A-Za-z0-9]{20,}' },
  { of: 'GitHub fine-grained tokens', source: 'GitHub, token prefixes', form: 'github_pat_\\w{20,}' },
  {
    of: 'GitLab tokens',
    source: 'GitLab, token overview',
    form: '(?:glpat|gloas|gldt|glrt|glrtr|glcbt|glptt|glft|glimt|glagent|glsoat|glffct|glwt)-[\\w.-]{16,}',
  },
  { of: 'Slack tokens', source: 'Slack, token types', form: '(?:xox[abceoprs]|xapp)-(?:[\\w.-]{8,})' },
  { of: 'Slack webhooks', source: gitleaks, form: 'hooks\\.slack\\.com/(?:services|workflows|triggers)/[\\w/+-]{8,}' },
  { of: 'Stripe keys', source: 'Stripe, API keys', form: '(?:sk|rk|pk)_(?:live|test|prod)_[A-Za-z0-9]{8,}' },
  { of: 'Stripe webhook secrets', source: 'Stripe, webhook signatures', form: 'whsec_[A-Za-z0-9+/=]{16,}' },
  { of: 'SendGrid keys', source: gitleaks, form: 'SG\\.[\\w-]{8,}\\.[\\w-]{8,}' },
  { of: 'Hugging Face tokens', source: gitleaks, form: '(?:hf|api_org)_[A-Za-z0-9]{20,}' },
  { of: 'Vault tokens', source: 'HashiCorp Vault, tokens', form: 'hv[sbr]\\.[\\w-]{16,}' },
  { of: 'Vault tokens before 1.10', source: 'HashiCorp Vault, tokens', form: '[sbr]\\.[A-Za-z0-9]{24}(?![\\w.-])' },
  { of: 'HCP Terraform tokens', source: gitleaks, form: '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{40,}' },
  { of: 'Google API keys', source: gitleaks, form: 'AIza[\\w-]{30,}' },
  { of: 'Google OAuth', source: 'Google Cloud, token types', form: '(?:ya29\\.|GOCSPX-)[\\w.-]{16,}' },
  { of: 'OpenAI and Anthropic keys', source: gitleaks, form: 'sk-[\\w-]{20,}' },
  { of: 'npm tokens', source: gitleaks, form: 'npm_[A-Za-z0-9]{30,}' },
  { of: 'PyPI tokens', source: gitleaks, form: 'pypi-[\\w-]{30,}' },
  { of: 'Docker Hub tokens', source: 'Docker, access tokens', form: 'dckr_[a-z]{3}_[\\w-]{16,}' },
  { of: 'DigitalOcean tokens', source: gitleaks, form: 'do[opr]_v1_[a-f0-9]{32,}' },
  { of: 'Databricks tokens', source: gitleaks, form: 'dapi[a-f0-9]{32}(?:-\\d)?' },
  { of: 'Grafana tokens', source: gitleaks, form: '(?:glc|glsa)_[\\w+/=]{20,}' },
  { of: 'New Relic keys', source: gitleaks, form: '(?:NRAK|NRII|NRJS)-[\\w-]{16,}' },
  { of: 'Shopify tokens', source: gitleaks, form: 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{24,}' },
  { of: 'Atlassian tokens', source: gitleaks, form: 'AT(?:ATT|CTT)3[\\w=-]{20,}' },
  { of: 'Linear keys', source: gitleaks, form: 'lin_api_[A-Za-z0-9]{20,}' },
  { of: 'Postman keys', source: gitleaks, form: 'PMAK-[a-fA-F0-9-]{24,}' },
  { of: 'Doppler tokens', source: gitleaks, form: 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9.-]{20,}' },
  { of: 'Sentry tokens', source: gitleaks, form: 'sntry[su]_[\\w+/=]{20,}' },
  { of: 'Mailgun keys', source: gitleaks, form: 'key-[a-f0-9]{32}(?![a-f0-9])' },
  { of: 'Twilio keys', source: gitleaks, form: 'SK[a-f0-9]{32}(?![a-f0-9])' },
  { of: 'Square tokens', source: gitleaks, form: '(?:sq0(?:atp|csp)-|EAAA)[\\w-]{20,}' },
  { of: 'Pulumi tokens', source: gitleaks, form: 'pul-[a-f0-9]{32,}' },
  { of: 'PlanetScale secrets', source: gitleaks, form: 'pscale_(?:tkn|pw|oauth)_[\\w.=-]{20,}' },
  { of: 'age keys', source: 'age, format of identities', form: 'AGE-SECRET-KEY-1[A-Z0-9]{20,}' },
  { of: 'private keys in base64', source: 'RFC 7468 in RFC 4648', form: 'LS0tLS1CRUdJTi[A-Za-z0-9+/=_-]{16,}' },
  { of: 'Java keystores in base64', source: 'java.security.KeyStore, magic number', form: '/u3\\+7Q[A-Za-z0-9+/=]{16,}' },
]

const token = new RegExp(`(?<![A-Za-z0-9])(?:${tokenForms.map(({ form }) => form).join('|')})`, 'g')
const anyToken = new RegExp(`${token.source}|-----BEGIN |eyJ`)

/** A quick check: most forms contain one of these marks, and the others begin with one. A sentence without them has no token. */
const mark = /[-_.]|A[BCKS][CI]A|AIza|AT[AC]T|EAAA|LS0t|SK[\da-f]|dapi|\/u3/

/** True if the text contains a token, a key block, or the beginning of a JSON web token. */
export const hasTokenForm = (text: string): boolean => mark.test(text) && anyToken.test(text)

/** RFC 7468, RFC 9580: private keys and encrypted messages. An unclosed block reaches to the end. */
const block = /-----BEGIN ([^-]{1,64})-----[\s\S]*?(?:-----END [^-]{1,64}-----|$)/g
const isSecretBlock = (label: string): boolean => /PRIVATE KEY|PGP MESSAGE|SECRET/.test(label)

/** The header of a JSON web token (RFC 7519), with the dot behind it, and what follows. */
const webToken = /(?<![\w-])[\w-]{11,}(?:\.[\w-]+(?:\.[\w-]*){0,3}|$)/g
const unlessHidden = (value: string, hide: Hide): string => (isHidden(value) ? value : hide(value))

/** `user:password` in base64 has inner capitals, digits or padding; an ordinary word after "Basic" does not. */
const isEncoded = (text: string): boolean => /[a-z0-9][A-Z]|\d|=$/.test(text)

/**
 * Hides secrets that are recognised by their form: key blocks, JSON web tokens, tokens of known form, and the values after `Bearer` and
 * `Basic`.
 */
export const hideTokens = (text: string, hide: Hide): string =>
  text
    .replace(block, (all, label: string) => (isSecretBlock(label) ? hide(all) : all))
    .replace(webToken, all => {
      const [header = ''] = all.split('.', 1)
      const begin = header.search(/\beyJ/)
      return begin < 0 || header.length - begin < 11 ? all : all.slice(0, begin) + hide(all.slice(begin))
    })
    .replace(token, secret => hide(secret))
    .replace(/\b(Bearer\s+)([^\s"'`,;]+)/gi, (_all, scheme: string, value: string) => `${scheme}${unlessHidden(value, hide)}`)
    .replace(
      /\b(Basic\s+)([\w+/-]{8,}={0,2})/gi,
      (all, scheme: string, value: string) => (isEncoded(value) ? `${scheme}${hide(value)}` : all),
    )
