export interface TrustSubject {
  userId: number
  fullName: string
  /** A listing of theirs that the viewer may see. */
  listingId?: number | undefined
  /** The viewer themself: they read what others see. */
  isOwn?: boolean | undefined
}

export const titleOf = ({ isOwn }: TrustSubject) => (isOwn ? 'What others see' : 'Who is this?')
