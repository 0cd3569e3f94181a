export const books = `
novel | 4,500 | UF | Things Fall Apart, Chinua Achebe | Clean copy with no writing inside. Needed for WAEC literature. Can be posted by waybill.
novel | 6,500 | NF | Half of a Yellow Sun, Chimamanda Ngozi Adichie | New paperback, Nigerian edition. A book everybody should read once. Three copies left.
books | 18,000 | UN | Bundle of 6 African Writers Series novels | Achebe, Emecheta, Ngugi and others. Pages are brown with age but all complete. For lovers of the orange covers.
novel | 5,500 | UN | Stay With Me by Ayobami Adebayo | Read once and cried once. Like new. I can exchange it for another novel.
novel | 7,000 | NF | The Secret Lives of Baba Segi's Wives, paperback | Sealed. Funny and painful at the same time. Also have other titles by Nigerian women.
books | 35,000 | UN | Harry Potter complete set, 1 to 7 | My children have outgrown it. Boxed, book four has a bent cover. Not sold separately, please.
textbook | 12,500 | UF | New General Mathematics SS1 to SS3 | Full set for senior secondary. A few pencil marks that can be cleaned. Answers at the back are complete.
textbook-green | 9,000 | UN | Modern Biology for senior secondary schools | Neat copy with all diagrams. Used by only one student. Covered with nylon.
textbook | 7,500 | NF | JAMB past questions, 10 subjects, latest edition | 1978 till last year with explanations. New. Ideal for people writing in April.
textbook-orange | 8,500 | UN | Lamlad's Mathematics and physics combo | Two books that carried me to 280 in JAMB. Some solutions in my handwriting, free of charge.
open-book | 15,000 | NF | Holy Bible, NKJV study edition, leather | Large print with notes and maps. New with gift box. Name can be printed in gold.
open-book | 12,000 | NF | Holy Qur'an with English translation and tafsir | Hard cover, clear Uthmani script. New. A good gift for Ramadan.
law | 45,000 | UN | Law School textbooks, complete set | Evidence, civil and criminal litigation, property and ethics. Highlighted neatly. Bar finals done, glory to God.
law | 22,000 | NF | Nigerian Constitution and Criminal Code, bound | Latest print with index. For LL.B students and debaters. New.
medicine | 38,000 | UN | Gray's Anatomy for Students, third edition | Heavy but colourful. Spine still strong. Bought in 300 level, now in clinicals.
medicine | 24,500 | UN | Nursing textbooks, Ross and Wilson with two others | Good for school of nursing entrants. Pages complete. One has a name on the first page.
science | 16,500 | UN | A Textbook of Practical Chemistry with lab coat | Used in my A levels. Lab coat is size M and clean. Safety glasses thrown in.
notebook | 3,800 | NF | Hard cover notebooks and planners, 2026 | Made with 100gsm paper, no ink shadow. Company logo from fifty pieces. Black.
notebook | 11,000 | NF | Leather journal with pen, gift set | For prayer, ideas or poetry. Comes in a box. Name embossing is two thousand.
books | 9,500 | UN | Rich Dad Poor Dad, Atomic Habits and 3 more | Business and self-help pack. I have read all of them, now it is your turn to be rich.
books | 28,000 | UN | ICAN study packs, skills level, with pathfinder | Current syllabus. Passed at one sitting. Selling all together only. | Lagos/Shomolu
textbook-green | 6,500 | NF | Yoruba, Igbo and Hausa primers for children | Colourful beginner books, one for each language. New. My own kids learnt to count with them.
`
