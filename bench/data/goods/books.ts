/** See ../goods.ts. */
export const books = {
  kinds: `
6000 | JAMB past questions | 10 subjects, all science, all arts, use of English, mathematics, with CBT software
5500 | Novel | Things Fall Apart, Half of a Yellow Sun, Purple Hibiscus, The Alchemist, Stay With Me, Americanah, The Joys of Motherhood
18000 | Textbook | New General Mathematics, Modern Biology, Essential Economics, Ababio Chemistry, Principles of Physics, Countdown English
35000 | Medical textbook | Gray's Anatomy, Guyton Physiology, Robbins Pathology, Snell Neuroanatomy, Ross and Wilson, Bailey and Love
9000 | Rich Dad Poor Dad | paperback, hardcover, with workbook, and Atomic Habits, complete series
40000 | Law books | Evidence Act, Sasegbon, company law, land law, criminal procedure, constitution
12000 | Holy Bible | KJV, NKJV study, NIV, Dakes, Thompson chain, with hymn book
11000 | Holy Quran | with English translation, Uthmani script, tafsir, pocket
28000 | ICAN study pack | skills level, foundation, professional, complete
7500 | Children story books | set of 10, Ladybird, bedtime, Peppa Pig, fairy tales
25000 | Harry Potter | complete set, hardcover, box set, first three
15000 | WAEC past questions | 15 subjects, mathematics, 1988 till date, government
4000 | Motivational book | 48 Laws of Power, Think and Grow Rich, The Psychology of Money, Ikigai
20000 | Comics and manga | Naruto, One Piece, Marvel, DC, bundle
30000 | IELTS and GRE material | Cambridge 18, Barron's, complete, with audio
3500 | Exercise books | 80 leaves, dozen, hard cover, 2A
`,
  extras:
    'neat, 3rd edition, latest edition, hardcover, paperback, 5th edition, set of 3, PDF and hard copy, 2023 edition, used once, sealed, coloured print, for SS3, for 100 level',
  words:
    'pages, chapters, author, edition, hard copy, paperback, complete, neat pages, notes, highlighted, exam, students, lecturer, university, secondary school, syllabus, reading, solutions, explanations, literature, publisher, print, cover, volumes, library, science, arts, commercial, primary, nursery, lesson, teachers, postage, bulk order, bookshop, rare, collection, fiction, story, spiritual, study guide, practice, CBT, 100 level, post UTME',
}
