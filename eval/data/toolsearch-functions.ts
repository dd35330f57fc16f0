/** Functions of an API: `name(parameters): description`, and below it what somebody asks who needs it. */
export const functions = `
getWeatherForecast(location, days): Retrieves the weather forecast for a location
> What will the weather be like in Madrid over the next 5 days?
> Is it going to snow in Denver on Saturday?
> Can you give me the weather forecast for Berlin for the next 7 days?
getCurrentWeather(location, unit): Retrieves current weather conditions
> What's the temperature in Cairo right now, in celsius?
> Tell me how humid it is in Manila at the moment
> current weather conditions in London in fahrenheit
getHistoricalWeather(location, date): Retrieves weather data of a past date
> How hot was it in Phoenix on July 4, 2019?
> What was the weather in Paris on 2020-02-14?
convertCurrency(amount, from_currency, to_currency): Converts an amount of money from one currency to another
> What will 250 euros be in yen tomorrow?
> How many US dollars do I get for 1,000 Swiss francs?
> I have 500 GBP, change it to INR
> Convert 100 USD to EUR
> I am travelling to Japan next month and want to know how much 2,000 Canadian dollars are in yen, could you convert that for me?
getExchangeRate(base, target, date): Returns the exchange rate between two currencies
> What was the rate from USD to BRL on 2023-05-01?
> What's the exchange rate between GBP and USD today?
getSupportedCurrencies(): Lists currency codes that can be converted
> Which currencies are supported for conversion?
getStockPrice(ticker): Gets the latest stock price for a ticker
> How much is one share of TSLA worth now?
> Give me the quote for MSFT
> What is the current stock price of AAPL?
getStockHistory(ticker, start_date, end_date): Gets daily closing prices of a stock
> Show me how NVDA did between January and March 2024
> Daily closing prices of Amazon stock for the first week of June
getCompanyProfile(ticker): Gets company information such as sector, CEO and employees
> Who runs IBM and how many people work there?
> company information for ticker GOOG: sector and number of employees
getCryptoPrice(coin, currency): Gets the price of a cryptocurrency
> What is bitcoin trading at in euros?
> Current value of 1 ETH
> price of the cryptocurrency dogecoin in USD
searchFlights(origin, destination, date, passengers): Searches for flights between airports
> I want to fly from JFK to Heathrow on March 3rd with my wife
> cheapest plane tickets from Rome to Athens on the 12th
> Find flights from SFO to LAX on 2025-10-10 for 1 passenger
bookFlight(flight_id, passengers): Books a flight
> Please reserve two seats on BA178
> book the flight with id AB123 for two passengers
getFlightStatus(flight_number): Returns status, gate and delay of a flight
> Is LH455 on time?
> Has DL104 landed yet
> status of flight UA90
searchHotels(city, check_in, check_out, guests): Finds hotels in a city
> I need somewhere to stay in Vienna from May 1 to May 4 for two people
> accommodation near the Eiffel Tower under 150 a night
> Search hotels in Lisbon for 2 guests from 10 to 14 August
bookHotel(hotel_id, check_in, check_out): Books a hotel room
> Reserve a double room at the Grand Plaza for the nights of 5 and 6 June
cancelBooking(booking_id): Cancels a booking
> I can't travel any more, call off reservation XK42P
> cancel my booking 88123
searchRestaurants(city, cuisine, price): Finds restaurants
> Where can I eat cheap Thai food in Berlin?
> Find Italian restaurants in Boston
reserveTable(restaurant_id, time, party_size): Reserves a table at a restaurant
> Book dinner for six at Chez Louis at 8 pm
> Reserve a table for 4 people at 7pm
rentCar(location, pickup_date, dropoff_date): Rents a car
> I need a vehicle in Malaga from the 3rd till the 9th
> rent a car in Miami for the weekend
getTrainSchedule(from_station, to_station, date): Gets train connections between stations
> When does the next rail connection leave from Leeds to York?
calculateDistance(lat1, lon1, lat2, lon2): Calculates the distance between two points on earth
> How far apart are (52.5, 13.4) and (48.1, 11.6)?
> distance between the points 40.7,-74.0 and 34.0,-118.2
getTimeInCity(city): Returns the current local time in a city
> What time is it in Sydney?
> is it still morning in Chicago
> what is the local time in Dubai
convertTimezone(time, from_zone, to_zone): Converts a time between time zones
> If the call is at 14:00 CET, when is it in PST?
> convert 9:00 EST to Tokyo time zone
calculateDateDifference(start_date, end_date): Calculates the number of days between two dates
> How long is it from today until December 24?
> number of days between 2024-01-01 and 2024-03-15
addDaysToDate(date, days): Adds days to a date
> What date is 90 days after 2024-01-15?
> add 45 days to the date 2025-02-01
isLeapYear(year): Checks whether a year is a leap year
> Does 2100 have a February 29?
> was 1900 a leap year?
calculateAge(birth_date): Calculates the age of a person
> How old is somebody born on 3 April 1985?
> calculate the age of someone whose birth date is 1990-07-21
calculateBMI(weight, height): Calculates the body mass index
> I weigh 82 kg and am 1.78 m tall, am I overweight?
> Calculate BMI for a person of 70 kg and 1.75 m
calculateCaloriesBurned(activity, duration, weight): Estimates calories burned by an activity
> How much energy do I use when I run for 45 minutes at 70 kg?
> calories burned by cycling for an hour
getNutritionInfo(food): Returns nutritional values of a food
> How much protein is in 100 g of lentils?
> vitamins in an avocado
> nutritional values of a banana
searchRecipes(ingredients, diet): Finds recipes by ingredients
> What can I cook with eggs, spinach and feta?
> something vegan for dinner with chickpeas
> find vegetarian recipes with tomatoes
calculateMortgage(principal, rate, years): Calculates the monthly payment of a mortgage
> What would I pay each month for a 300000 house loan at 4.5% over 30 years?
> Calculate the monthly mortgage payment for 250,000 at 3.5 percent for 25 years
calculateCompoundInterest(principal, rate, times, years): Calculates compound interest
> If I invest 5000 at 6% compounded quarterly, how much is it after 10 years?
> compound interest on 1000 dollars at 5% for 3 years
calculateSimpleInterest(principal, rate, years): Calculates simple interest
> simple interest for a principal of 800 at rate 4 for 2 years
calculateTip(bill, percent): Calculates the tip for a bill
> What should I leave for the waiter on a 64 dollar meal at 18%?
> calculate a 15% tip on a bill of 80
splitBill(total, people): Splits a bill among people
> We are five and owe 180 in total, what does everybody pay?
> split a bill of 120 among 4 people
calculateTax(income, country): Calculates income tax
> How much would I owe the government on 70,000 a year in Spain?
calculateLoanPayment(amount, rate, months): Calculates the monthly payment of a loan
> I borrow 12000 for 36 months at 7%, what are the instalments?
> monthly payment for a loan of 20000 over 60 months
calculateROI(gain, cost): Calculates return on investment
> We spent 2000 on ads and earned 3500, how profitable was that?
> what's the return on investment if the gain is 5000 and the cost 4000
addNumbers(a, b): Adds two numbers
> What is 17 plus 25?
multiplyNumbers(a, b): Multiplies two numbers
> 13 times 12?
calculateFactorial(n): Calculates the factorial of a number
> What's 8! ?
> factorial of 12
> Calculate the factorial of 7
isPrime(n): Checks whether a number is prime
> Can 97 be divided by anything besides itself and 1?
> is 221 a prime number
> Check if 7919 is prime
greatestCommonDivisor(a, b): Computes the greatest common divisor of two integers
> gcd of 84 and 36
> largest integer that divides both 120 and 75
> greatest common divisor of 48 and 180
leastCommonMultiple(a, b): Computes the least common multiple of two integers
> Find the least common multiple of 12 and 18
fibonacci(n): Computes the n-th Fibonacci number
> 20th element of the Fibonacci sequence
> what is the 15th Fibonacci number
solveQuadratic(a, b, c): Solves a quadratic equation
> What are the roots of 2x^2 - 4x - 6 = 0?
> solve the quadratic equation x^2+5x+6=0
calculateCircleArea(radius): Calculates the area of a circle
> How many square metres does a round pool with radius 3 m cover?
> area of a circle with radius 5
calculateTriangleArea(base, height): Calculates the area of a triangle
> area of a triangle with base 10 and height 5
calculateHypotenuse(a, b): Calculates the hypotenuse of a right triangle
> hypotenuse of a right triangle with sides 3 and 4
calculateStandardDeviation(numbers): Computes the standard deviation of numbers
> How spread out are the values 4, 8, 15, 16, 23?
> standard deviation of 2, 4, 4, 5, 9
calculateMean(numbers): Computes the mean of numbers
> average of 3, 9 and 27
calculateMedian(numbers): Computes the median of numbers
> middle value of 5, 1, 9, 3, 7
> find the median of the numbers 1, 7, 9
linearRegression(x, y): Fits a line to points
> find the best fitting straight line through (1,2), (2,3), (3,5)
sortNumbers(numbers, descending): Sorts numbers
> put 9, 2, 7, 4 in ascending order
> sort the numbers 5, 3, 8 descending
generateRandomNumber(min, max): Generates a random number
> pick a number between 1 and 100
> roll a die for me
> generate a random number between 10 and 20
convertTemperature(value, from_unit, to_unit): Converts temperatures between units
> 98.6 Fahrenheit in Celsius?
> convert 30 degrees celsius to fahrenheit
convertLength(value, from_unit, to_unit): Converts lengths between units
> How many feet are 3 metres?
> 12 inches to cm
convertWeight(value, from_unit, to_unit): Converts weights between units
> What's 150 pounds in kilograms?
> convert 5 kg to pounds
convertBinaryToDecimal(binary): Converts a binary number to decimal
> Which number is 101101 in base 2?
> convert binary 1011 to decimal
convertDecimalToHex(decimal): Converts a decimal number to hexadecimal
> 255 as hex
> what is decimal 4096 in hexadecimal?
romanToInteger(roman): Converts Roman numerals to an integer
> what is MCMXCIV
> convert the Roman numeral XIV to an integer
reverseString(text): Reverses a string
> spell "stressed" backwards
> reverse the string "hello"
isPalindrome(text): Checks whether a text is a palindrome
> Does "racecar" read the same both ways?
countVowels(text): Counts vowels in a text
> how many a, e, i, o, u are there in "encyclopedia"
> count the vowels in "banana"
countWords(text): Counts words in a text
> How long is this essay in words?
areAnagrams(first, second): Checks whether two words are anagrams
> Can you rearrange "listen" to get "silent"?
> are "evil" and "vile" anagrams
detectLanguage(text): Detects the language of a text
> What language is "Wie geht es dir"?
> detect the language of "Bonjour tout le monde"
translateText(text, target_language): Translates text to a language
> Say "where is the train station" in Italian
> put this letter into French
analyzeSentiment(text): Determines the sentiment of a text
> Is the review "I loved every minute" positive or negative?
> analyze the sentiment of this tweet: what a terrible day
summarizeText(text, max_sentences): Summarizes a text
> Give me the gist of this article in three sentences
checkSpelling(text): Checks the spelling of a text
> are there typos in my cover letter
getSynonyms(word): Returns synonyms of a word
> another word for happy
> synonyms for "quick"
getDefinition(word): Returns the definition of a word
> What does "ubiquitous" mean?
> definition of the word "entropy"
validateEmail(email): Validates an email address
> Is john.doe@@example a proper address?
> Validate the email address foo@bar.com
validateCreditCard(number): Validates a credit card number
> is 4111 1111 1111 1111 a real card
validateIBAN(iban): Validates an international bank account number
> is the IBAN DE89370400440532013000 valid
generatePassword(length, symbols): Generates a secure password
> I need a new 16 character login secret with symbols
> generate a password with 12 characters
generateUUID(): Generates a universally unique identifier
> give me a unique id
generateQRCode(content, size): Generates a QR code
> make a scannable square for my website link
> create a QR code for https://example.com
encodeBase64(text): Encodes text as base64
> "hello" in base64
> encode the text "secret" in base64
decodeBase64(text): Decodes base64
> what does aGVsbG8= say
hashText(text, algorithm): Computes a hash of a text
> sha256 checksum of "abc"
> compute the md5 hash of "password"
shortenUrl(url): Creates a short link
> this address is far too long for a tweet, make it smaller
> shorten the url https://example.com/a/very/long/path
getIpInfo(ip): Looks up the location of an IP address
> which country does 8.8.8.8 come from
> find the location of the IP address 1.1.1.1
lookupDomain(domain): Returns whois information of a domain
> who owns example.org
getZipCodeInfo(zip_code): Returns the city and state of a zip code
> Where is 90210?
getCountryInfo(country): Returns population, capital and languages of a country
> What's the capital of Mongolia?
> how many people live in Ghana
> population and capital of Kenya
getPublicHolidays(country, year): Lists public holidays of a country
> When are banks closed in Japan in 2025?
> list the public holidays in Germany for 2025
getNewsHeadlines(topic, country): Returns top news headlines
> What happened in technology today?
> latest stories from the UK
> top news headlines about sports in the US
searchMovies(title, year): Searches movies
> films named Dune from 2021
> search for movies with the title Matrix
getMovieDetails(movie_id): Returns cast, plot and rating of a movie
> who played in Inception
getMovieShowtimes(movie, city): Returns when a movie is shown in cinemas
> When can I see Oppenheimer in a theatre in Boston tonight?
> showtimes for Barbie in Chicago
searchBooks(title, author): Searches books
> novels by Ursula K. Le Guin
getLyrics(song, artist): Returns the lyrics of a song
> what are the words of Bohemian Rhapsody
> lyrics of Yesterday by The Beatles
searchSongs(query): Searches songs
playMusic(song, artist): Plays a song
> put on some Miles Davis
> play the song Thriller by Michael Jackson
createPlaylist(name, songs): Creates a playlist
> collect my ten favourite tracks under the name Road Trip
getSportsScores(league, date): Returns results of games
> Who won the Lakers game last night?
getLeagueStandings(league, season): Returns the table of a league
> what place is Arsenal in the Premier League
> current standings of La Liga
addAlarm(time, label): Adds an alarm
> wake me at 6:30
> set an alarm for 7:15 am
deleteAlarm(alarm_id): Deletes an alarm
> Delete the alarm I have at 6
addReminder(content, time): Adds a reminder
> remind me to call Mum at 5 pm
> add a reminder to take my medicine at 9 pm
addAgenda(content, location, time): Adds an entry to the agenda
> I have a dentist's appointment on Monday at 10 at 5 Main Street, note it
> add to my agenda: gym on Friday at 6 pm at FitClub
queryAgenda(date): Queries agenda entries
> What do I have planned for Wednesday?
addMeeting(topic, participants, start_time): Schedules a meeting
> Set up a call with Sue and Raj on the budget at 3
> schedule a meeting with John about the roadmap at 2 pm
sendEmail(receiver, subject, content): Sends an email
> Write to ann@corp.com that I'll be late
> Send an email to bob@x.com with the subject Hello
sendSMS(phone, message): Sends a text message
> text +15551234 "on my way"
makePhoneCall(phone): Makes a phone call
> ring my brother at 555-0199
openBankAccount(account, name): Opens a bank account
> I want to start an account called Savings
> open a bank account with the name Holiday
getAccountBalance(account, token): Returns the balance of an account
> how much money is left on account 1234
> what is the balance of my account
transferMoney(from_account, to_account, amount): Transfers money between accounts
> Move 200 from checking to savings
> send 50 dollars to Amy's account
registerUser(username, password, email): Registers a new user
> sign me up as bob
> register a new user with username tim and email tim@x.com
getUserToken(username, password): Gets the token of a user
> log in as alice with password s3cret
resetPassword(username, verification_code): Resets a password
> I forgot what I log in with, my name is foo
> reset the password of user tim with code 8842
deleteAccount(username, password): Deletes a user account
> I don't want to be a member any more, remove me
searchSymptoms(symptom): Searches diseases by symptom
> I have a fever and a sore throat, what could it be?
> what causes pain in the lower back
> which diseases have headache as a symptom
scheduleAppointment(doctor, patient, date): Makes an appointment with a doctor
> get me in to see Dr. Wong on the 4th
trackPackage(tracking_number): Tracks a package
> where is the delivery with number 9400 1000?
> track package 123456
addToCart(product_id, quantity): Adds a product to the shopping cart
> I'd like two of item 554
turnOnLight(room, brightness): Turns on a light
> it is too dark in the kitchen
setThermostat(temperature): Sets the thermostat
> make it 21 degrees in here
> set the thermostat to 20
dictateDocument(speech): Transcribes speech
getAirQuality(city): Returns the air quality index
> How polluted is Delhi today?
> air quality index of Beijing
getSunriseSunset(location, date): Returns times of sunrise and sunset
> When does it get dark in Reykjavik on June 21?
> when is sunset in Rome tomorrow
getJoke(category): Returns a random joke
> make me laugh
> tell me a joke about programming
createTodo(content, due): Creates a to-do item
> buy milk must go on my list
`;
