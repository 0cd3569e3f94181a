import { PRODUCT_NAME } from '#shared/limits.ts'
import { decisionsPath, rulesPath } from '#shared/rules.ts'
import { paths } from '#web/lib/paths.ts'
import { Article } from '#web/ui/article.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** /terms: the rules of the market. */
export function Page() {
  return (
    <>
      <PageHead
        title="Terms"
        description="The rules for buying and selling on Oja, in plain words."
        canonical={paths.terms}
      />
      <Article
        title="Terms"
        intro={`The rules of this market, in plain words. Using ${PRODUCT_NAME} means that you agree to them.`}
      >
        <h2>What {PRODUCT_NAME} is</h2>
        <p>
          {PRODUCT_NAME} shows listings and brings people together. The sale is a contract between buyer and
          seller alone. We do not own, check, keep or deliver what is offered, and we take no part in the
          payment.
        </p>
        <h2>Your account</h2>
        <ul>
          <li>You are 18 or older, or a parent or guardian looks after the account.</li>
          <li>One person, one account, with your own name, e-mail address and phone number.</li>
          <li>Keep your password to yourself. What is done with your account is taken as done by you.</li>
        </ul>
        <h2>Your listings</h2>
        <ul>
          <li>Offer only what you own or may sell, and what you can hand over.</li>
          <li>Show your own photos of the very item. Describe its faults. State the full price in Naira.</li>
          <li>One listing for one item, in the right category. Mark it sold when it is gone.</li>
          <li>
            Your photos and words stay yours. You allow us to show them here for as long as the listing
            exists.
          </li>
        </ul>
        <h2>What may not be offered</h2>
        <ul>
          <li>Weapons, ammunition and explosives</li>
          <li>Drugs, prescription medicines, and medicines without a NAFDAC number</li>
          <li>Stolen, counterfeit or smuggled goods</li>
          <li>Protected animals and what is made from them</li>
          <li>People, organs, sexual services and pornography</li>
          <li>Identity papers, SIM cards registered to others, bank accounts, data of other people</li>
          <li>Money doubling, loans against a fee, and anything else that is a fraud</li>
        </ul>
        <h2>How we keep order</h2>
        <p>
          Listings that copy others, one message sent to many people, and messages of somebody about whom many
          people were warned may wait until our moderators have looked at them; we tell you so. We may hide or
          delete a listing and close an account that breaks these rules or the law, and we help the police and
          the courts where the law asks us to. <a href={rulesPath}>The rules of the market</a> say what is
          fine and what is not. If you think that we got it wrong, <a href={decisionsPath}>appeal</a> and a
          person will look at it again.
        </p>
        <h2>What we answer for</h2>
        <p>
          We work to keep the site up and clean, but we cannot promise that it never fails, or that what
          others write is true. We answer for damage that we cause on purpose or by gross negligence, and for
          what the Federal Competition and Consumer Protection Act does not allow anyone to exclude. Beyond
          that we do not answer for what happens between buyer and seller.
        </p>
        <h2>Changes, and the law</h2>
        <p>
          When these terms change in something that matters, we tell you here before it takes effect. The law
          of the Federal Republic of Nigeria applies.
        </p>
      </Article>
    </>
  )
}
