/** Functions of an API: `name(parameters): description`, and below it what somebody asks who needs it. */
export const functions = `
getWeatherForecast(location, days): Retrieves the weather forecast for a location
> What will the weather be like in Madrid over the next 5 days?
> Is it going to snow in Denver on Saturday?
getCurrentWeather(location, unit): Retrieves current weather conditions
> What's the temperature in Cairo right now, in celsius?
> Tell me how humid it is in Manila at the moment
getHistoricalWeather(location, date): Retrieves weather data of a past date
> How hot was it in Phoenix on July 4, 2019?
convertCurrency(amount, from_currency, to_currency): Converts an amount of money from one currency to another
> What will 250 euros be in yen tomorrow?
> How many US dollars do I get for 1,000 Swiss francs?
> I have 500 GBP, change it to INR
getExchangeRate(base, target, date): Returns the exchange rate between two currencies
> What was the rate from USD to BRL on 2023-05-01?
getSupportedCurrencies(): Lists currency codes that can be converted
getStockPrice(ticker): Gets the latest stock price for a ticker
> How much is one share of TSLA worth now?
> Give me the quote for MSFT
getStockHistory(ticker, start_date, end_date): Gets daily closing prices of a stock
> Show me how NVDA did between January and March 2024
getCompanyProfile(ticker): Gets company information such as sector, CEO and employees
> Who runs IBM and how many people work there?
getCryptoPrice(coin, currency): Gets the price of a cryptocurrency
> What is bitcoin trading at in euros?
> Current value of 1 ETH
searchFlights(origin, destination, date, passengers): Searches for flights between airports
> I want to fly from JFK to Heathrow on March 3rd with my wife
> cheapest plane tickets from Rome to Athens on the 12th
bookFlight(flight_id, passengers): Books a flight
> Please reserve two seats on BA178
getFlightStatus(flight_number): Returns status, gate and delay of a flight
> Is LH455 on time?
> Has DL104 landed yet
searchHotels(city, check_in, check_out, guests): Finds hotels in a city
> I need somewhere to stay in Vienna from May 1 to May 4 for two people
> accommodation near the Eiffel Tower under 150 a night
bookHotel(hotel_id, check_in, check_out): Books a hotel room
> Reserve a double room at the Grand Plaza for the nights of 5 and 6 June
cancelBooking(booking_id): Cancels a booking
> I can't travel any more, call off reservation XK42P
searchRestaurants(city, cuisine, price): Finds restaurants
> Where can I eat cheap Thai food in Berlin?
reserveTable(restaurant_id, time, party_size): Reserves a table at a restaurant
> Book dinner for six at Chez Louis at 8 pm
rentCar(location, pickup_date, dropoff_date): Rents a car
> I need a vehicle in Malaga from the 3rd till the 9th
getTrainSchedule(from_station, to_station, date): Gets train connections between stations
> When does the next rail connection leave from Leeds to York?
calculateDistance(lat1, lon1, lat2, lon2): Calculates the distance between two points on earth
> How far apart are (52.5, 13.4) and (48.1, 11.6)?
getTimeInCity(city): Returns the current local time in a city
> What time is it in Sydney?
> is it still morning in Chicago
convertTimezone(time, from_zone, to_zone): Converts a time between time zones
> If the call is at 14:00 CET, when is it in PST?
calculateDateDifference(start_date, end_date): Calculates the number of days between two dates
> How long is it from today until December 24?
addDaysToDate(date, days): Adds days to a date
> What date is 90 days after 2024-01-15?
isLeapYear(year): Checks whether a year is a leap year
> Does 2100 have a February 29?
calculateAge(birth_date): Calculates the age of a person
> How old is somebody born on 3 April 1985?
calculateBMI(weight, height): Calculates the body mass index
> I weigh 82 kg and am 1.78 m tall, am I overweight?
calculateCaloriesBurned(activity, duration, weight): Estimates calories burned by an activity
> How much energy do I use when I run for 45 minutes at 70 kg?
getNutritionInfo(food): Returns nutritional values of a food
> How much protein is in 100 g of lentils?
> vitamins in an avocado
searchRecipes(ingredients, diet): Finds recipes by ingredients
> What can I cook with eggs, spinach and feta?
> something vegan for dinner with chickpeas
calculateMortgage(principal, rate, years): Calculates the monthly payment of a mortgage
> What would I pay each month for a 300000 house loan at 4.5% over 30 years?
calculateCompoundInterest(principal, rate, times, years): Calculates compound interest
> If I invest 5000 at 6% compounded quarterly, how much is it after 10 years?
calculateSimpleInterest(principal, rate, years): Calculates simple interest
calculateTip(bill, percent): Calculates the tip for a bill
> What should I leave for the waiter on a 64 dollar meal at 18%?
splitBill(total, people): Splits a bill among people
> We are five and owe 180 in total, what does everybody pay?
calculateTax(income, country): Calculates income tax
> How much would I owe the government on 70,000 a year in Spain?
calculateLoanPayment(amount, rate, months): Calculates the monthly payment of a loan
> I borrow 12000 for 36 months at 7%, what are the instalments?
calculateROI(gain, cost): Calculates return on investment
> We spent 2000 on ads and earned 3500, how profitable was that?
addNumbers(a, b): Adds two numbers
> What is 17 plus 25?
multiplyNumbers(a, b): Multiplies two numbers
> 13 times 12?
calculateFactorial(n): Calculates the factorial of a number
> What's 8! ?
> factorial of 12
isPrime(n): Checks whether a number is prime
> Can 97 be divided by anything besides itself and 1?
> is 221 a prime number
greatestCommonDivisor(a, b): Computes the greatest common divisor of two integers
> gcd of 84 and 36
> largest integer that divides both 120 and 75
leastCommonMultiple(a, b): Computes the least common multiple of two integers
fibonacci(n): Computes the n-th Fibonacci number
> 20th element of the Fibonacci sequence
solveQuadratic(a, b, c): Solves a quadratic equation
> What are the roots of 2x^2 - 4x - 6 = 0?
calculateCircleArea(radius): Calculates the area of a circle
> How many square metres does a round pool with radius 3 m cover?
calculateTriangleArea(base, height): Calculates the area of a triangle
> area of a triangle with base 10 and height 5
calculateHypotenuse(a, b): Calculates the hypotenuse of a right triangle
calculateStandardDeviation(numbers): Computes the standard deviation of numbers
> How spread out are the values 4, 8, 15, 16, 23?
calculateMean(numbers): Computes the mean of numbers
> average of 3, 9 and 27
calculateMedian(numbers): Computes the median of numbers
> middle value of 5, 1, 9, 3, 7
linearRegression(x, y): Fits a line to points
> find the best fitting straight line through (1,2), (2,3), (3,5)
sortNumbers(numbers, descending): Sorts numbers
> put 9, 2, 7, 4 in ascending order
generateRandomNumber(min, max): Generates a random number
> pick a number between 1 and 100
> roll a die for me
convertTemperature(value, from_unit, to_unit): Converts temperatures between units
> 98.6 Fahrenheit in Celsius?
convertLength(value, from_unit, to_unit): Converts lengths between units
> How many feet are 3 metres?
> 12 inches to cm
convertWeight(value, from_unit, to_unit): Converts weights between units
> What's 150 pounds in kilograms?
convertBinaryToDecimal(binary): Converts a binary number to decimal
> Which number is 101101 in base 2?
convertDecimalToHex(decimal): Converts a decimal number to hexadecimal
> 255 as hex
romanToInteger(roman): Converts Roman numerals to an integer
> what is MCMXCIV
reverseString(text): Reverses a string
> spell "stressed" backwards
isPalindrome(text): Checks whether a text is a palindrome
> Does "racecar" read the same both ways?
countVowels(text): Counts vowels in a text
> how many a, e, i, o, u are there in "encyclopedia"
countWords(text): Counts words in a text
> How long is this essay in words?
areAnagrams(first, second): Checks whether two words are anagrams
> Can you rearrange "listen" to get "silent"?
detectLanguage(text): Detects the language of a text
> What language is "Wie geht es dir"?
translateText(text, target_language): Translates text to a language
> Say "where is the train station" in Italian
> put this letter into French
analyzeSentiment(text): Determines the sentiment of a text
> Is the review "I loved every minute" positive or negative?
summarizeText(text, max_sentences): Summarizes a text
> Give me the gist of this article in three sentences
checkSpelling(text): Checks the spelling of a text
> are there typos in my cover letter
getSynonyms(word): Returns synonyms of a word
> another word for happy
getDefinition(word): Returns the definition of a word
> What does "ubiquitous" mean?
validateEmail(email): Validates an email address
> Is john.doe@@example a proper address?
validateCreditCard(number): Validates a credit card number
> is 4111 1111 1111 1111 a real card
validateIBAN(iban): Validates an international bank account number
generatePassword(length, symbols): Generates a secure password
> I need a new 16 character login secret with symbols
generateUUID(): Generates a universally unique identifier
> give me a unique id
generateQRCode(content, size): Generates a QR code
> make a scannable square for my website link
encodeBase64(text): Encodes text as base64
> "hello" in base64
decodeBase64(text): Decodes base64
> what does aGVsbG8= say
hashText(text, algorithm): Computes a hash of a text
> sha256 checksum of "abc"
shortenUrl(url): Creates a short link
> this address is far too long for a tweet, make it smaller
getIpInfo(ip): Looks up the location of an IP address
> which country does 8.8.8.8 come from
lookupDomain(domain): Returns whois information of a domain
> who owns example.org
getZipCodeInfo(zip_code): Returns the city and state of a zip code
> Where is 90210?
getCountryInfo(country): Returns population, capital and languages of a country
> What's the capital of Mongolia?
> how many people live in Ghana
getPublicHolidays(country, year): Lists public holidays of a country
> When are banks closed in Japan in 2025?
getNewsHeadlines(topic, country): Returns top news headlines
> What happened in technology today?
> latest stories from the UK
searchMovies(title, year): Searches movies
> films named Dune from 2021
getMovieDetails(movie_id): Returns cast, plot and rating of a movie
> who played in Inception
getMovieShowtimes(movie, city): Returns when a movie is shown in cinemas
> When can I see Oppenheimer in a theatre in Boston tonight?
searchBooks(title, author): Searches books
> novels by Ursula K. Le Guin
getLyrics(song, artist): Returns the lyrics of a song
> what are the words of Bohemian Rhapsody
searchSongs(query): Searches songs
playMusic(song, artist): Plays a song
> put on some Miles Davis
createPlaylist(name, songs): Creates a playlist
> collect my ten favourite tracks under the name Road Trip
getSportsScores(league, date): Returns results of games
> Who won the Lakers game last night?
getLeagueStandings(league, season): Returns the table of a league
> what place is Arsenal in the Premier League
addAlarm(time, label): Adds an alarm
> wake me at 6:30
deleteAlarm(alarm_id): Deletes an alarm
addReminder(content, time): Adds a reminder
> remind me to call Mum at 5 pm
addAgenda(content, location, time): Adds an entry to the agenda
> I have a dentist's appointment on Monday at 10 at 5 Main Street, note it
queryAgenda(date): Queries agenda entries
> What do I have planned for Wednesday?
addMeeting(topic, participants, start_time): Schedules a meeting
> Set up a call with Sue and Raj on the budget at 3
sendEmail(receiver, subject, content): Sends an email
> Write to ann@corp.com that I'll be late
sendSMS(phone, message): Sends a text message
> text +15551234 "on my way"
makePhoneCall(phone): Makes a phone call
> ring my brother at 555-0199
openBankAccount(account, name): Opens a bank account
> I want to start an account called Savings
getAccountBalance(account, token): Returns the balance of an account
> how much money is left on account 1234
transferMoney(from_account, to_account, amount): Transfers money between accounts
> Move 200 from checking to savings
> send 50 dollars to Amy's account
registerUser(username, password, email): Registers a new user
> sign me up as bob
getUserToken(username, password): Gets the token of a user
> log in as alice with password s3cret
resetPassword(username, verification_code): Resets a password
> I forgot what I log in with, my name is foo
deleteAccount(username, password): Deletes a user account
> I don't want to be a member any more, remove me
searchSymptoms(symptom): Searches diseases by symptom
> I have a fever and a sore throat, what could it be?
> what causes pain in the lower back
scheduleAppointment(doctor, patient, date): Makes an appointment with a doctor
> get me in to see Dr. Wong on the 4th
trackPackage(tracking_number): Tracks a package
> where is the delivery with number 9400 1000?
addToCart(product_id, quantity): Adds a product to the shopping cart
> I'd like two of item 554
turnOnLight(room, brightness): Turns on a light
> it is too dark in the kitchen
setThermostat(temperature): Sets the thermostat
> make it 21 degrees in here
dictateDocument(speech): Transcribes speech
getAirQuality(city): Returns the air quality index
> How polluted is Delhi today?
getSunriseSunset(location, date): Returns times of sunrise and sunset
> When does it get dark in Reykjavik on June 21?
getJoke(category): Returns a random joke
> make me laugh
createTodo(content, due): Creates a to-do item
> buy milk must go on my list
`;
