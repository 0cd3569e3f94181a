import { ownPath } from '#shared/own-address.ts'

/** The addresses of the pages: the one place that spells them. */
export const paths = {
  home: '/',
  browse: '/listings',
  sell: '/sell',
  myListings: '/my-listings',
  favorites: '/favorites',
  chat: '/chat',
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
  offline: '/offline',
  listing: (id: number) => `/listings/${id}`,
  editListing: (id: number) => `/edit-listing/${id}`,
  user: (id: number) => `/users/${id}`,
  thread: (id: number) => `/chat?thread=${id}`,
  search: (text: string) => `/listings?${new URLSearchParams({ search: text })}`,
  category: (id: number) => `/listings?category=${id}`,
  featured: '/listings?featured=true',
  /** Without the way back where that is longer than headers may be. */
  loginThen: (next: string) =>
    next.length > 1000 ? '/login' : `/login?next=${encodeURIComponent(next).replaceAll('%2F', '/')}`,
}

/**
 * Where to go after signing in: `next` only if it starts with '/' and stays on this origin, otherwise '/'.
 * (`//evil.example` and `/\evil.example` are other hosts to a browser.)
 */
export function safeNext(next: string | null): string {
  // Any origin serves: an address with a host of its own is never that of this site.
  return (next?.startsWith('/') && ownPath(next, 'https://here.invalid')) || '/'
}
