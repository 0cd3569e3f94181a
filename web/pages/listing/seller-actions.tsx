import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { answersWithin } from '#web/features/trust/facts.ts'
import { TrustButton } from '#web/features/trust/trust-button.tsx'
import { apiQuery } from '#web/lib/api.ts'
import { noteViewed } from '#web/lib/recently-viewed.ts'

interface SellerActionsProps {
  userId: number
  fullName: string
  listingId: number
  isOwn: boolean
  /** Called when it is known how soon the seller answers. */
  onAnswers: (text: string | undefined) => void
}

/** What one can do about a listing's seller, below their facts, and how soon they answer; loaded after the first view. */
export function SellerActions({ userId, fullName, listingId, isOwn, onAnswers }: SellerActionsProps) {
  // The panel "Who is this?" shows the same.
  const { data } = useQuery(
    apiQuery('GET /api/users/:id/trust', { params: { id: userId }, query: { listing: listingId } }),
  )
  useEffect(() => {
    if (data) onAnswers(answersWithin(data))
  }, [data, onAnswers])
  useEffect(() => {
    if (!isOwn) noteViewed(listingId)
  }, [isOwn, listingId])
  return (
    <>
      <TrustButton
        userId={userId}
        fullName={fullName}
        listingId={listingId}
        isOwn={isOwn}
        className="button button-quiet px-2"
      />
      <FollowButton userId={userId} fullName={fullName} className="button button-quiet px-2" />
    </>
  )
}
