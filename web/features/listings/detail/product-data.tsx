import type { Listing } from '#shared/contract/listings.ts'
import { koboToNaira } from '#shared/money.ts'
import { sharedPhotoUrl } from '#shared/photo-sizes.ts'
import { toDataBlock } from '#web/lib/data-block.ts'
import { useAbsoluteUrl } from '#web/lib/page-context.ts'

/** Structured product data (https://schema.org/Product) for search engines. */
export function ProductData({ listing }: { listing: Listing }) {
  const absolute = useAbsoluteUrl()
  const inStock = listing.status === 'ACTIVE'
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: listing.title,
    description: listing.description,
    image: listing.photos.map((photo) => absolute(sharedPhotoUrl(photo.url))),
    category: listing.category.name,
    itemCondition: `https://schema.org/${listing.condition === 'NEW' ? 'New' : 'Used'}Condition`,
    offers: {
      '@type': 'Offer',
      price: koboToNaira(listing.price),
      priceCurrency: 'NGN',
      availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
      url: absolute(`/listings/${listing.id}`),
      seller: { '@type': 'Person', name: listing.seller.fullName },
    },
  }
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toDataBlock(product) }} />
}
