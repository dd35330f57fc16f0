/** Models of machine learning: `name(parameters): description`, and below it what somebody asks who needs it. */
export const models = `
bert-base-uncased-squad2(question, context): Question answering. Extracts the answer to a question from a given passage of English text.
> Given a paragraph from our manual, find the words that answer a reader's question
> Our support staff loses a lot of time reading long terms of service; they want to type a question and get the span of the document in which it is answered.
> A model that answers questions from a given text passage
roberta-large-squad2-distilled(question, context): Question answering on English documents, a smaller distilled model for devices with little memory.
> we want extractive QA on a phone with limited RAM
table-qa-tapas-base(table, query): Table question answering. Answers natural language questions about rows and columns.
> I have a spreadsheet with sales per region; people should be able to ask which region sold most
> ask questions of tabular data
> Answer natural language questions about the rows of a table of employees
layoutlm-document-qa(image, question): Document question answering on scanned invoices, receipts and forms.
> read the total amount off a photographed bill
> What is the due date on this scanned form?
> We are a bank and want to automatically answer questions about scanned invoices and forms
visual-qa-vilt(image, question): Visual question answering. Answers questions about what is seen in an image.
> A blind user takes a photo of a fridge and wants to know whether there is any milk in it
> ask something about a picture
> Answer questions about an image, for instance what color the car is
distilbert-sst2-sentiment(text): Text classification. Sentiment analysis of English sentences: positive or negative.
> decide whether a film critic liked the film
> We collect thousands of customer comments each day and the marketing department wants to know which of them are unhappy
> Classify movie reviews as positive or negative
xlm-twitter-sentiment-multilingual(text): Text classification. Sentiment of tweets in eight languages.
> how do Spanish and Arabic tweets feel about our brand?
> Sentiment analysis for tweets in several languages
finbert-tone(text): Text classification. Sentiment of financial news and analyst reports.
> does this earnings call sound bullish or bearish
> determine the sentiment of financial news for a trading app
toxic-comment-detector(text): Text classification. Detects insults, threats and hate speech in comments.
> Our forum for teenagers gets abusive posts and moderators cannot keep up
> flag offensive language
> detect hate speech and insults in user comments
emotion-english-distilroberta(text): Text classification. Predicts emotions: anger, joy, fear, sadness, surprise.
> find out whether a diary entry is angry, sad or joyful
> predict the emotion of a text message, like joy or anger
bart-large-mnli-zero-shot(text, candidate_labels): Zero-shot classification of texts into labels that were not seen in training.
> sort incoming letters into categories we make up as we go, without any training data
> classify articles by my own list of topics
> Zero-shot classification of customer emails into candidate labels
clip-vit-zero-shot-image(image, candidate_labels): Zero-shot image classification with free-text labels.
> tell which of the phrases I give fits a photo best, no fine-tuning
> classify an image with labels given as text without training
ner-bert-conll03(text): Token classification. Named entity recognition of persons, organizations and locations.
> mark all names of people and companies in a news article
> extract places mentioned in a text
> recognize named entities such as persons and organizations
ner-biomedical(text): Token classification. Recognizes diseases, drugs and dosages in clinical text.
> We have doctors' notes and need a list of medications and how much of them was prescribed
> extract diseases and drugs from clinical notes
pos-tagger-english(text): Token classification. Part-of-speech tagging.
> which words of a sentence are verbs and which are nouns
> Tag the parts of speech in an English sentence
punctuation-restoration-multilang(text): Token classification. Restores punctuation and casing in transcripts.
> our subtitles have no commas or full stops, put them in
> restore punctuation in a speech transcript
opus-mt-en-fr(text): Translation from English to French.
> Our Paris office needs the English handbook in their language
> translate a contract for a client in France
> Translate the product description from English to French
opus-mt-fr-en(text): Translation from French to English.
> I got a letter in French and only read English
> I need a translation of this French email to English
opus-mt-en-de(text): Translation from English to German.
> localise app strings for users in Germany
> translate English text to German
nllb-200-distilled(text, source, target): Translation between 200 languages, among them many with little data.
> translate between Yoruba and Nepali
> translation for low-resource languages with little training data
m2m100-many-to-many(text, source, target): Multilingual translation directly between any pair of 100 languages.
bart-large-cnn-summarizer(text): Summarization of English news articles.
> I run a newsletter and have no time to read; give me the gist of each newspaper story
> shorten news reports to a few lines
> Summarize a long English news article
pegasus-xsum-abstractive(text): Summarization. Writes a single abstractive sentence for a document.
> one-line abstract of a document in its own words
> summarize a document in a single sentence
meeting-dialogue-summarizer(text): Summarization of conversations and meeting transcripts.
> write minutes from the recording's transcript of our team call
> what was agreed in a chat between two people
> summarize a conversation between two employees
gpt2-text-generation(prompt): Text generation. Continues a prompt in English.
> finish a story that I began
> autocomplete sentences
> generate text that continues a given prompt
code-generation-mono(prompt): Text generation. Writes Python programs from comments or signatures.
> given a docstring produce the python function
> Generate Python code from a natural language comment
bloom-multilingual-generation(prompt): Text generation in 46 languages.
> continue a Portuguese or Hindi text
dialog-conversational-medium(history): Conversational. Chats with a person over several turns.
> I'd like a companion for lonely people who want to talk
> build a chatbot for small talk
> a conversational chatbot for our website that can hold several turns
paraphrase-t5(text): Text-to-text generation. Rewrites a sentence with other words.
> say the same thing differently
grammar-correction-t5(text): Text-to-text generation. Corrects grammatical errors in English.
> Students hand in essays full of mistakes, fix them automatically
> correct the grammar of English sentences
sql-from-text-t5(question, schema): Text-to-text generation. Translates questions in English to SQL.
> managers should be able to query our database without knowing any query language
> convert an English question to an SQL query
question-generator-t5(context): Text-to-text generation. Writes quiz questions for a passage.
> make an exam out of a textbook chapter
> generate quiz questions from a passage
fill-mask-roberta(text): Fill-mask. Predicts masked words in a sentence.
> guess the word that is missing in a gap
> predict the masked word in the sentence "Paris is the <mask> of France"
fill-mask-biomed(text): Fill-mask for scientific abstracts in biomedicine.
sentence-similarity-minilm(sentences): Sentence similarity. Maps sentences to 384-dimensional vectors for clustering or semantic search.
> how close are two phrases in meaning
> We answer the same tickets over and over; find earlier tickets that mean the same as a new one
> compute the similarity of sentences
multilingual-e5-embeddings(texts): Feature extraction. Text embeddings in 100 languages for retrieval.
> embed documents in different languages for a vector store
> multilingual text embeddings for document retrieval
codebert-feature-extraction(code): Feature extraction. Embeddings of source code and comments.
> get vectors of functions to find duplicate code
passage-reranker-msmarco(query, passages): Ranks passages by their relevance to a query.
> reorder search results so the most relevant ones come first
> rank passages by relevance for a search query
whisper-large-speech(audio): Automatic speech recognition in 99 languages.
> transcribe a podcast
> I record lectures in many languages and would like to have them in writing
> Speech recognition for recordings in many languages
wav2vec2-english-960h(audio): Automatic speech recognition of English, 16 kHz audio.
> turn recorded English dictation into text
> transcribe English speech audio to text
conformer-streaming-asr(audio): Automatic speech recognition of live streams with low latency.
> captions for a live broadcast as the people speak
> streaming speech recognition with low latency for live events
tts-fastspeech-ljspeech(text): Text-to-speech with a female English voice.
> read an e-book aloud
> create a voice-over from a script
> Convert text to speech with an English female voice
tts-multispeaker-vctk(text, speaker): Text-to-speech in English with a choice of 109 speakers.
> the characters of an audio book should each have their own voice
> text-to-speech with different speakers
voice-conversion-sv(audio, speaker): Audio-to-audio. Makes a recording sound like another speaker.
> make me sound like somebody else
speech-enhancement-metricgan(audio): Audio-to-audio. Removes noise from speech.
> Interviews were recorded on a windy street, clean them up
> remove background noise from a speech recording
source-separation-sepformer(audio): Audio-to-audio. Separates overlapping speakers.
> two people talk at the same time, give me a track of each
> separate overlapping voices of speakers in an audio file
music-separation-demucs(audio): Audio-to-audio. Splits a song into vocals, drums and bass.
> get the singing out of a song for karaoke
> split a song into vocals and drums
audio-event-classification-ast(audio): Audio classification of everyday sounds such as sirens, dogs and rain.
> recognise glass breaking or a baby crying
> classify sounds like sirens and dog barks in audio
speaker-verification-ecapa(audio): Audio classification. Verifies the identity of a speaker by voice.
> let customers log in by speaking on the phone
> verify if two voice samples are from the same speaker
language-identification-voxlingua(audio): Audio classification. Identifies the spoken language.
> route callers to an agent who speaks their tongue
> Identify the language spoken in an audio clip
emotion-recognition-iemocap(audio): Audio classification. Recognizes emotions in speech.
> notice when callers get upset from the way they sound
music-genre-classifier(audio): Audio classification. Predicts the genre of music.
> is that tune jazz or metal
keyword-spotting-speech-commands(audio): Audio classification. Spots short command words.
> a lamp that reacts to "on" and "off"
> detect short spoken commands for a smart home device
voice-activity-detection(audio): Voice activity detection. Finds when somebody speaks.
> cut silent parts out of recordings
> detect when there is voice activity in audio
resnet-50-imagenet(image): Image classification into 1000 classes.
> what object is in the picture
> sort my photos by what they show
> classify images into ImageNet classes
vit-age-classifier(image): Image classification. Estimates the age of a person from a face.
> how old does somebody look in a selfie
> estimate a person's age from a photo of the face
food-image-classifier(image): Image classification of 101 dishes.
> identify a meal from a snapshot for a diet app
> image classification of food dishes
plant-disease-classifier(image): Image classification. Recognizes diseases of crops from leaves.
> farmers take pictures of sick tomato leaves and want to know what is wrong
> recognize plant diseases from images of leaves
nsfw-image-detector(image): Image classification. Detects images that are not safe for work.
> block pornographic uploads
detr-resnet-object-detection(image): Object detection of 80 kinds of common objects with bounding boxes.
> count cars in a photo of a parking lot
> draw boxes around things in pictures
> Detect objects in an image with bounding boxes
yolos-tiny-detection(image): Object detection that is fast enough for small devices.
> find objects in camera frames on a raspberry pi
table-detection-transformer(image): Object detection. Finds tables in pages of documents.
> where on the scanned page are tables
> detect tables in document pages
license-plate-detector(image): Object detection of license plates of vehicles.
> blur number plates in street pictures
> detect license plates of cars in camera images
face-detection-retina(image): Object detection. Finds faces.
> how many people look into the camera
> find the faces in a group photo
owlvit-open-vocabulary(image, queries): Zero-shot object detection by text queries.
> locate anything I can describe in words within an image
segformer-cityscapes(image): Image segmentation of street scenes: road, pedestrians, cars.
> a self-driving car has to know which pixels are road
> semantic segmentation of street scenes for autonomous driving
sam-segment-anything(image, points): Image segmentation. Masks any object at a given point.
> cut out the thing I click on
background-removal-u2net(image): Image segmentation. Removes the background from photos.
> our shop's product photos should stand on plain white
> remove the background of product photos
medical-ct-segmentation(volume): Image segmentation of organs in CT scans.
> outline the liver for a surgeon
depth-estimation-dpt(image): Depth estimation from a single image.
> how far away is each thing in a picture for a robot with one camera
> estimate depth from a single image for an augmented reality app
pose-estimation-vitpose(image): Keypoint detection of human bodies.
> check whether someone's squat has the right posture
blip-image-captioning(image): Image-to-text. Writes a caption for a picture.
> describe photos for blind visitors of our website
> generate alt text
> generate a caption for an image
trocr-handwritten(image): Image-to-text. Optical character recognition of handwriting.
> digitise my grandmother's old letters
> recognize handwritten text in an image
trocr-printed(image): Image-to-text. Optical character recognition of printed text.
> get the text out of scanned book pages
donut-receipt-parser(image): Image-to-text. Parses receipts into structured fields.
> photos of receipts to JSON with items and prices
> parse the fields of a receipt image
stable-diffusion-text-to-image(prompt): Text-to-image. Generates pictures from a description.
> I need an illustration of a castle on the moon for a children's book
> paint something from words
> Generate an image from the text "a cat in space"
stable-diffusion-inpainting(image, mask, prompt): Image inpainting. Fills a masked part of an image.
> take the tourist out of my holiday picture and fill the hole
> fill in the masked part of an image
controlnet-canny(image, prompt): Image-to-image. Generates pictures that follow the edges of another.
> keep outlines of my sketch but render it as a photo
super-resolution-swin2sr(image): Image-to-image. Enlarges images by a factor of four.
> old pictures are tiny and blurred, make them bigger and sharp
> upscale a low resolution image by factor 4
colorization-deoldify(image): Image-to-image. Colors black and white photos.
> bring colour into pictures from 1920
> color an old black and white photo
style-transfer-cartoon(image): Image-to-image. Turns portraits into cartoons.
> my profile picture should look like a comic
text-to-video-ms(prompt): Text-to-video. Generates short clips from a description.
> make a two second clip of a panda surfing
> generate a short video from a text description
video-action-recognition-mae(video): Video classification of 400 human actions.
> what sport do people do in a video
> detect when residents fall in CCTV footage
> classify the human action in a video clip
tabular-income-classifier(table): Tabular classification. Predicts whether income is above 50K.
> do people earn more than fifty thousand, judging from census data
> predict if the income of a person is above 50K
tabular-wine-quality(table): Tabular classification of the quality of wine from chemistry.
> will a bottle be rated well given acidity and sugar
tabular-carbon-emission-regression(table): Tabular regression. Predicts carbon emissions.
> estimate how much CO2 a plant puts out from its figures
> predict carbon emissions from tabular data
housing-price-regression(table): Tabular regression. Predicts prices of houses.
> what could a home with three bedrooms sell for
> predict the price of a house
time-series-forecasting-informer(series): Forecasts values of time series.
> predict next month's electricity demand from the last two years
> forecast the values of a time series
decision-transformer-hopper(state): Reinforcement learning. Controls a hopping robot.
ppo-lunar-lander(state): Reinforcement learning. Lands a spacecraft in a simulation.
> an agent that can bring a module down softly on the moon game
anomaly-detection-autoencoder(series): Detects anomalies in readings of sensors.
> notice when a machine in the plant behaves unusually
> detect anomalies in sensor readings
graph-molecule-property(graph): Graph machine learning. Predicts properties of molecules.
> would that compound be soluble in water
protein-structure-esmfold(sequence): Predicts the structure of proteins from amino acids.
> fold a chain of amino acids
> predict protein structure from an amino acid sequence
`;
