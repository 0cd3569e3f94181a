import { PRODUCT_NAME } from '#shared/limits.ts'
import { sharedPhotoUrl } from '#shared/photo-sizes.ts'
import { useAbsoluteUrl, useTitlePrefix } from '#web/lib/page-context.ts'

interface PageHeadProps {
  /** Without the product's name, which is appended. */
  title: string
  description?: string
  /** Canonical address, root-relative; without it the page has noindex. */
  canonical?: string
  /** Picture for link previews, root-relative or absolute. */
  image?: string
  type?: 'website' | 'product' | 'profile'
}

/** Title, description and link preview. React hoists them into <head>. */
export function PageHead({
  title,
  description,
  canonical,
  image = '/og.png',
  type = 'website',
}: PageHeadProps) {
  const absolute = useAbsoluteUrl()
  const prefix = useTitlePrefix()
  const fullTitle = prefix + (title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`)
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {canonical ? (
        <link rel="canonical" href={absolute(canonical)} />
      ) : (
        <meta name="robots" content="noindex, follow" />
      )}
      <meta property="og:site_name" content={PRODUCT_NAME} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:type" content={type} />
      {canonical && <meta property="og:url" content={absolute(canonical)} />}
      <meta property="og:image" content={absolute(sharedPhotoUrl(image))} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
