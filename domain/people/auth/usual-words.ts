// Words that people here make passwords of: of the language, the faith, the country, the work, and the product's own name
// (rule password-words).
export const USUAL_WORDS = `
wablaster wablast whatsapp blast blaster pesan member admin staff operator login masuk dompet withdraw referral bonus
password passwd sandi katasandi rahasia kunci pasword welcome letmein iloveyou qwerty qwertyuiop asdfgh zxcvbn
indonesia merdeka garuda pancasila nusantara jakarta bandung surabaya semarang medan makassar yogyakarta jogja bekasi bogor depok
persib persija arema persebaya bismillah alhamdulillah allah allahuakbar assalamualaikum insyaallah subhanallah muhammad
sayang sayangku cinta cintaku kangen rindu kasih kekasih bahagia cantik ganteng manis bunda ayah mama papa anakku keluarga
semangat sukses juara hebat berkah barokah rezeki duit uang cuan kaya kucing anjing monyet naruto doraemon
`
