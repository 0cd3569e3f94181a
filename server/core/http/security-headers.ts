import helmet, { type HelmetOptions } from 'helmet'
import type { Env } from '../../env.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Content-Security-Policy and the other security headers, by path. The API returns data and may load nothing;
 * its documentation is a page. There are no inline scripts: state is embedded in data blocks, so pages are
 * cacheable.
 */
export function createSecurityHeaders(env: Env): (url: string) => Headers {
  const page = headersOf({
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy(env) },
    strictTransportSecurity:
      env.NODE_ENV === 'production' ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // For Flash, Internet Explorer, and pages without TLS.
    xPermittedCrossDomainPolicies: false,
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
  })
  page['permissions-policy'] = permissionsPolicy
  const documentation = {
    ...page,
    'content-security-policy': page['content-security-policy']?.replace(
      "style-src 'self'",
      `style-src 'self' ${swaggerStyle}`,
    ),
  } as Headers
  const every = only(page, headersOfEveryResponse)
  const data = { ...every, 'content-security-policy': dataPolicy }
  const file = { ...every, 'content-security-policy': filePolicy }
  const embeddable = { 'cross-origin-resource-policy': 'cross-origin' }
  const photo = { ...file, ...embeddable }
  const icon = { ...page, ...embeddable }
  return (url) => {
    // Mails show both. A mail program that runs in a browser loads them from its own origin.
    if (url.startsWith('/media/photos/')) return photo
    if (url.startsWith('/icon-')) return icon
    if (/^\/(assets|media)\//.test(url)) return file
    if (!url.startsWith('/api/')) return page
    return url.startsWith('/api/docs') ? documentation : data
  }
}

/** The hash of the one style element in the documentation page. It changes with swagger-ui. */
const swaggerStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

/**
 * The headers that also concern data, scripts, styles, fonts and pictures; the others are about documents. A page loads thirty
 * of these, so each byte here counts thirty times.
 */
const headersOfEveryResponse = [
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
]
const filePolicy = "default-src 'self';frame-ancestors 'none'"

const dataPolicy = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'"

function pagePolicy(env: Env) {
  const imageHost = env.UPLOAD_URL ? [new URL(env.UPLOAD_URL).origin] : []
  const development = env.NODE_ENV === 'development'
  return {
    defaultSrc: ["'self'"],
    // Vite's hot reload needs an inline script and style elements; built pages have neither.
    scriptSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    scriptSrcAttr: ["'none'"],
    styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    // Style attributes set a picture's placeholder colour and the width of a star rating. They affect one
    // element and cannot load anything.
    styleSrcAttr: ["'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...imageHost],
    connectSrc: development ? ["'self'", 'ws:', ...imageHost] : ["'self'", ...imageHost],
    fontSrc: ["'self'"],
    workerSrc: development ? ["'self'", 'blob:'] : ["'self'"],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  }
}

/** Browser features that no script on these pages may use. Passkeys and the position are allowed for this origin. */
const permissionsPolicy = [
  ...[
    'accelerometer',
    'browsing-topics',
    'camera',
    'display-capture',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
  'geolocation=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ')

const only = (headers: Headers, names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))

/** Runs helmet once: its headers are the same for every response. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options)({} as never, response as never, (error) => {
    if (error) throw error
  })
  return headers
}
