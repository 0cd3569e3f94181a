import { sameOriginPath } from '#shared/same-origin.ts'
import { rememberedPlace } from './remembered-place.ts'

/** Addresses of the app's pages. */
export const paths = {
  home: '/',
  browse: '/listings',
  places: '/places',
  sell: '/sell',
  myListings: '/my-listings',
  favorites: '/favorites',
  savedSearches: '/saved-searches',
  chat: '/chat',
  notifications: '/notifications',
  profile: '/profile',
  settings: '/settings',
  admin: '/admin',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  about: '/about',
  safety: '/safety',
  terms: '/terms',
  privacy: '/privacy',
  contact: '/contact',
  stolenPhone: '/stolen-phone',
  decisions: '/appeal',
  offline: '/offline',
  listing: (id: number) => `/listings/${id}`,
  editListing: (id: number) => `/edit-listing/${id}`,
  user: (id: number) => `/users/${id}`,
  /** A user's profile with the form for a review open. */
  review: (id: number) => `/users/${id}?tab=reviews#review`,
  deal: (id: number) => `/deals/${id}`,
  thread: (id: number) => `/chat?thread=${id}`,
  /** In the place that this device remembers. */
  search: (text: string) =>
    [`/listings?${new URLSearchParams({ search: text })}`, rememberedPlace()].filter(Boolean).join('&'),
  category: (id: number) => `/listings?category=${id}`,
  featured: '/listings?featured=true',
  /** Omits `next` if it is longer than headers may be. */
  loginThen: (next: string) =>
    next.length > 1000 ? '/login' : `/login?next=${encodeURIComponent(next).replaceAll('%2F', '/')}`,
}

/**
 * Where to go after signing in: `next` only if it starts with '/' and stays on this origin, otherwise '/'. (`//evil.example` and
 * `/\evil.example` are other hosts to a browser.)
 */
export function safeNext(next: string | null): string {
  // The base origin is arbitrary: an address with a host never matches it.
  return (next?.startsWith('/') && sameOriginPath(next, 'https://here.invalid')) || '/'
}

/** The props of every page: the parameters of its path. */
export interface PageProps {
  params: Record<string, string>
}
