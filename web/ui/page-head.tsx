import { PRODUCT_NAME } from '#shared/limits.ts'
import { sharedPhotoSize, sharedPhotoUrl } from '#shared/photo-sizes.ts'
import { useAbsoluteUrl, useTitlePrefix } from '#web/lib/page-context.ts'

interface PageHeadProps {
  /** Without the product's name, which is appended. */
  title: string
  description?: string
  /** Canonical address, root-relative; without it the page has noindex. */
  canonical?: string
  /** Picture for link previews, at a root-relative or absolute address; `width` and `height` of its largest size. */
  image?: { url: string; width?: number | null; height?: number | null } | undefined
  type?: 'website' | 'product' | 'profile'
}

/** Title, description and link preview. React hoists them into <head>. */
export function PageHead({ title, description, canonical, image, type = 'website' }: PageHeadProps) {
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
      <meta property="og:image" content={absolute(sharedPhotoUrl(image?.url ?? '/og.png'))} />
      {import.meta.env.SSR && <PreviewDetails type={type} image={image} />}
    </>
  )
}

/**
 * How the picture is shown, for services that read pages without running scripts: no browser loads this. Without a size, Facebook leaves
 * the picture out of the first post that shares a link.
 */
function PreviewDetails({ type, image }: Pick<PageHeadProps, 'type'> & { image: PageHeadProps['image'] }) {
  const size = image ? sharedPhotoSize(image) : { width: 1200, height: 630 }
  // A large picture is cut to 2:1, and with it the face of a profile.
  const card = type === 'profile' && image ? 'summary' : 'summary_large_image'
  return (
    <>
      {size && <meta property="og:image:width" content={String(size.width)} />}
      {size && <meta property="og:image:height" content={String(size.height)} />}
      <meta name="twitter:card" content={card} />
    </>
  )
}
