import helmet, { type HelmetOptions } from 'helmet'
import type { Env } from '../../env.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Content-Security-Policy and its kin, which every answer carries: answers for a path of this server what they are. The API's
 * answers are data and may load nothing at all; its documentation is a page. No inline script anywhere: state travels in
 * data blocks, so that pages can be kept.
 */
export function createSecurityHeaders(env: Env): (url: string) => Headers {
  const page = headersOf({
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy(env) },
    strictTransportSecurity:
      env.NODE_ENV === 'production' ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
  page['permissions-policy'] = permissionsPolicy
  const data = { ...page, 'content-security-policy': dataPolicy }
  const documentation = {
    ...page,
    'content-security-policy': page['content-security-policy']?.replace(
      "style-src 'self'",
      `style-src 'self' ${swaggerStyle}`,
    ),
  } as Headers
  const file = { ...only(page, fileHeaders), 'content-security-policy': filePolicy }
  return (url) => {
    if (/^\/(assets|media)\//.test(url)) return file
    if (!url.startsWith('/api/')) return page
    return url.startsWith('/api/docs') ? documentation : data
  }
}

/** The one style element that the page of the documentation makes; it changes with swagger-ui. */
const swaggerStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

/** What says something of a script, style, font or picture. A page has thirty of them: each byte here is one for each. */
const fileHeaders = [
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
    // Vite's hot reload starts from an inline script, and keeps styles in elements; the built pages have neither.
    scriptSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    scriptSrcAttr: ["'none'"],
    styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    // A picture's colour while it loads, a star's share: attributes can change how one element looks, and load nothing.
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

/** What browsers let no script of these pages ask for, whoever wrote it; passkeys are the pages' own. */
const permissionsPolicy = [
  ...[
    'accelerometer',
    'browsing-topics',
    'camera',
    'display-capture',
    'geolocation',
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
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ')

const only = (headers: Headers, names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))

/** The headers that helmet would work out anew for every answer: they never differ. */
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
