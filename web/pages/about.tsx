import { PRODUCT_NAME } from '#shared/limits.ts'
import { paths } from '#web/lib/paths.ts'
import { Article } from '#web/ui/article.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** /about: what Oja is, and the sources of its data. */
export function Page() {
  return (
    <>
      <PageHead
        title="About"
        description="What Oja is, how buying and selling works here, and where our map data comes from."
        canonical={paths.about}
      />
      <Article
        title={`About ${PRODUCT_NAME}`}
        intro="Ọjà is the Yoruba word for market. This is one that fits in your hand: people all over Nigeria buy and sell here, directly with each other."
      >
        <h2>How it works</h2>
        <ul>
          <li>
            <strong>Look around.</strong> Search in a few words, or <a href={paths.browse}>browse</a> by
            category, price, state and LGA. You need no account to look.
          </li>
          <li>
            <strong>Sell in a few minutes.</strong> Take photos, say what it is and what it should cost in
            Naira. Your listing is live at once, and it costs nothing.
          </li>
          <li>
            <strong>Meet and trade.</strong> Buyer and seller agree between themselves. {PRODUCT_NAME} takes
            no payment, holds no money and delivers nothing, so please read our{' '}
            <a href={paths.safety}>safety tips</a>.
          </li>
        </ul>
        <h2>What we care about</h2>
        <ul>
          <li>Pages that open fast on a small phone and use little data.</li>
          <li>Real photos and honest descriptions.</li>
          <li>Your phone number stays private, and your e-mail address is never shown to other people.</li>
        </ul>
        <h2 id="sources">Where our data comes from</h2>
        <p>
          The 36 states, the FCT and their 774 local government areas come from public sources, with thanks:
        </p>
        <ul>
          <li>
            Names and areas: Common Operational Datasets of OCHA and the Office of the Surveyor General of the
            Federation (OCHA/OSGOF), CC BY-IGO; spellings also after INEC.
          </li>
          <li>Population: projections of UNFPA and the National Population Commission, CC BY-IGO.</li>
          <li>
            State capitals:{' '}
            <a href="https://www.geonames.org/" rel="noreferrer">
              GeoNames
            </a>
            , CC BY 4.0.
          </li>
        </ul>
      </Article>
    </>
  )
}
