import { listingDraft } from '#tests/support/listings.ts'
import { scenePhoto } from '#tests/support/scene-photo.ts'
import { administrator, confirm, rowOf } from './support/administrators.ts'
import { expect, expectAccessibleEverywhere, expectToast, open } from './support/browser.ts'
import { test } from './support/chat-fixture.ts'
import { person, signIn } from './support/people.ts'
import { listing, uploadPicture } from './support/test-listings.ts'

test('[PHOTO-COPY-FLAG] [PHOTO-COPY-BUYER] a moderator compares both photos and confirms; the seller sees the note in My Listings, a buyer on the page', async ({
  page,
  oja,
  enter,
}) => {
  const [owner, seller] = [await person(oja, { fullName: 'Hawa Owner' }), await person(oja)]
  const long = new Date(Date.now() - 30 * 86_400_000)
  await oja.database.db.updateTable('users').set({ created_at: long }).where('id', '=', seller.id).execute()
  const picture = await scenePhoto(11)
  const original = await uploadPicture(oja, owner, picture, 'sofa.jpg')
  await listing(oja, owner, { title: 'Green sofa of Hawa', photos: JSON.stringify([original]) })
  const { url } = await uploadPicture(oja, seller, picture, 'copy.jpg')
  const { id } = await seller.api('POST /api/listings', {
    body: await listingDraft(oja.database, seller, { title: 'Sofa for three, green', photos: [url] }),
  })
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  await expect(page.getByRole('article').filter({ hasText: 'Sofa for three, green' })).toContainText(
    "A photo of this listing also appears in another seller's listing “Green sofa of Hawa”.",
  )
  await expectAccessibleEverywhere(page)

  const desk = await enter(await administrator(oja), '/admin?tab=held&kind=PHOTO')
  const row = rowOf(desk, 'Sofa for three, green')
  await expect(row).toContainText('A photo also appears in a listing of another seller.')
  await expect(row.getByRole('link', { name: 'This listing' })).toBeVisible()
  await expect(row.getByRole('link', { name: 'The other seller' })).toBeVisible()
  await expectAccessibleEverywhere(desk)
  await row.getByRole('button', { name: 'Confirm photo of Sofa for three, green' }).click()
  await confirm(desk, 'Confirm Copied Photo', 'Confirm')
  await expectToast(desk, 'Confirmed')
  await expect(row.getByRole('button')).toHaveCount(0)

  const buyer = await enter(await person(oja), `/listings/${id}`)
  await expect(buyer.getByRole('main')).toContainText("This photo also appears in another seller's listing.")
})
